# What a function of Puppet 3 finds in the catalog.
Puppet::Parser::Functions.newfunction(:demo_resources, type: :rvalue) do |args|
  reference, param = args
  case param
  when nil
    type, title = Puppet::Resource.type_and_title(reference.to_s, nil)
    [reference.class.name, type, title, findresource(reference.to_s).to_s]
  when 'all'
    catalog.resources.select { |each| each.type == reference }.map(&:to_s).sort
  when 'defaults'
    lookupdefaults(reference).keys.sort.inspect
  when 'type'
    Puppet::Pops::Evaluator::Runtime3ResourceSupport.find_resource_type_or_class(find_global_scope, reference).nil?
  when 'self'
    resource.to_s
  else
    found = findresource(reference.to_s)
    found && [found[param], found[param.to_sym], found.title, found.type, found == findresource(reference.to_s)]
  end
end
