# The scope of the call, as an argument.
Puppet::Functions.create_function(:'demo::scoped', Puppet::Functions::InternalFunction) do
  dispatch :scoped do
    scope_param
    param 'String', :name
  end

  def scoped(scope, name)
    [scope[name], scope.lookupvar(name), scope.include?(name), closure_scope['osfamily']]
  end
end
