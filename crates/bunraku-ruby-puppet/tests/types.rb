# Describes the resource types of the modules in a directory with the real Puppet, with one line of JSON per type, in
# the same format as the example program `types`:
#
#     ruby -I PUPPET/lib crates/bunraku-ruby-puppet/tests/types.rb MODULES > puppet.txt
#     cargo run -q -p bunraku-ruby-puppet --example types MODULES > bunraku.txt
#     diff puppet.txt bunraku.txt

require 'json'
require 'puppet'

folder = File.expand_path(ARGV.fetch(0))
Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit
environment = Puppet::Node::Environment.create(:production, [folder])
libraries = Dir.glob("#{folder}/*/lib").sort
libraries.each { |library| $LOAD_PATH << library }
Puppet.push_context(
  current_environment: environment, environments: Puppet::Environments::Static.new(environment), loaders: nil
)

# The argument of `defaultto`: a Puppet value, with symbols as strings, or a marker for values that exist only in Ruby.
def default_of(attribute)
  return 'none' unless attribute.method_defined?(:default)

  method = attribute.instance_method(:default)
  return 'computed' unless method.source_location[0].end_with?('puppet/parameter.rb')

  value = attribute.allocate.default
  plain?(value) ? { value: value == :undef ? nil : value } : 'computed'
end

def plain?(value)
  case value
  when Array then value.all? { |each| plain?(each) }
  when Hash then value.all? { |key, each| plain?(key) && plain?(each) }
  else [String, Symbol, Integer, Float, TrueClass, FalseClass, NilClass].include?(value.class)
  end
end

def attribute(attribute)
  described = {
    name: attribute.name,
    namevar: attribute.isnamevar? ? true : false,
    required: attribute.required? ? true : false,
  }
  # Values and defaults of Resource API types are handled on the agent, so they are not compared.
  return described if attribute.respond_to?(:data_type)

  found = attribute.value_collection.instance_variable_get(:@values).values
  described.merge(
    values: found.map { |value| [value.regex? ? value.name.inspect : value.name, *value.aliases] },
    default: default_of(attribute)
  )
end

def titles(type)
  type.title_patterns.map { |pattern, names| [pattern.inspect, names.map { |name, _| name }] }
rescue Puppet::DevError
  'fails'
end

def relations(type)
  [:autorequire, :autobefore, :autosubscribe, :autonotify].to_h do |kind|
    types = []
    type.send("each#{kind}") { |target, _| types << target }
    [kind, types]
  end
end

common = Puppet::Type.metaparams
libraries.flat_map { |library| Dir.glob("#{library}/puppet/type/*.rb") }.sort.each do |file|
  name = File.basename(file, '.rb')
  begin
    type = Puppet::Type.type(name.to_sym)
    described = {
      name: name,
      properties: type.properties.map { |each| attribute(each) },
      parameters: type.parameters.map { |each| attribute(type.paramclass(each)) },
      metaparams: type.metaparams - common,
      all: type.allattrs - (common - type.parameters - type.properties.map(&:name)),
      namevars: type.key_attributes,
      titles: titles(type),
      relations: relations(type),
      features: type.features,
      isomorphic: type.isomorphic? ? true : false,
      apply_to: type.apply_to,
    }
  rescue StandardError, LoadError
    described = { name: name, fails: true }
  end
  puts JSON.generate(described)
end
