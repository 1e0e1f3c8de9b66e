# Is called in a way of its own.
Puppet::Functions.create_function(:'demo::own_call') do
  dispatch :with_scope do
    param 'Any', :scope
    repeated_param 'Any', :args
  end

  def call(scope, *args)
    self.class.dispatcher.dispatch(self, scope, [scope] + args)
  end

  def with_scope(scope, *args)
    [scope.respond_to?(:lookupvar), args]
  end
end
