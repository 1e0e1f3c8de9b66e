Puppet::Functions.create_function(:'demo::adds', Puppet::Functions::InternalFunction) do
  dispatch :add do
    scope_param
  end

  # One resource by the compiler, which finishes it, and one straight into the catalog.
  def add(scope)
    finished, loose = %w[finished loose].map do |title|
      Puppet::Parser::Resource.new('notify', title, scope: scope, source: scope.source)
    end
    scope.compiler.add_resource(scope, finished)
    scope.catalog.add_resource(loose)
    nil
  end
end
