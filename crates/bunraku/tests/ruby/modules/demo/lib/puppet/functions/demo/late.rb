Puppet::Functions.create_function(:'demo::late') do
  dispatch :late do
    required_repeated_param 'Any', :all
    param 'Any', :one
  end
  def late(*all)
    all
  end
end
