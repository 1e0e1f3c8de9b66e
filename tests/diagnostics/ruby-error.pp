$hosts = ['web01']
notice(inline_template('<%= @hosts.frist %>'))
