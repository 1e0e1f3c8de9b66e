$hosts = ['web01']
notice(inline_template('<% @hostss.each do |host| %><%= host %><% end %>'))
