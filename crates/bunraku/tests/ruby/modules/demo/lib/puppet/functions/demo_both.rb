# Calls the function of Puppet 3 with the same name.
Puppet::Functions.create_function(:demo_both, Puppet::Functions::InternalFunction) do
  dispatch :both do
    scope_param
    param 'String', :text
  end

  def both(scope, text)
    "today and #{scope.send('function_demo_both', [text])}"
  end
end
