# Prints what Puppet knows about each resource type, as one JSON object: attributes, namevars, whether it is isomorphic,
# and the forms of its titles. The arguments are folders with modules.
require 'json'
require 'tmpdir'
require 'puppet'

Dir.mktmpdir do |folder|
  Puppet.initialize_settings(["--confdir=#{folder}", "--vardir=#{folder}"])
  environment = Puppet::Node::Environment.create(:production, ARGV)
  Puppet.push_context(Puppet.base_context(Puppet.settings))
  Puppet.push_context({ current_environment: environment })
  ARGV.each { |modules| $LOAD_PATH.concat(Dir["#{modules}/*/lib"]) }
  Puppet::Type.loadall
  types = {}
  Puppet::Type.eachtype do |type|
    types[type.name] = {
      attributes: (type.parameters.map(&:to_s) + type.properties.map { |property| property.name.to_s }).uniq.sort,
      namevars: type.key_attributes,
      isomorphic: type.isomorphic?,
      titles: type.title_patterns.map { |pattern, parts| [pattern.source, parts.map(&:first)] }
    }
  end
  puts JSON.generate({ version: Puppet.version, types: types })
end
