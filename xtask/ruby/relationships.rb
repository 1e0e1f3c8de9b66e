# The relationship graphs that Puppet's agent builds of catalogs, as JSON: one line a catalog, with pairs of references.
# A container is two points, `admissible_` and `completed_`, as Puppet's graph has it.
#
#   ruby relationships.rb MODULEPATH CATALOG...

require "json"
require "puppet"
require "tmpdir"

modulepath = ARGV.shift
Dir.mktmpdir do |folder|
  Puppet.initialize_settings(["--confdir", folder, "--vardir", folder, "--basemodulepath", modulepath])
  Puppet[:log_level] = :err
  environment = Puppet::Node::Environment.create(:production, modulepath.split(":"))
  Puppet.push_context(Puppet.base_context(Puppet.settings).merge(current_environment: environment))
  Puppet.push_context(loaders: Puppet::Pops::Loaders.new(environment))
  modulepath.split(":").each { |dir| $LOAD_PATH.concat(Dir[File.join(dir, "*", "lib")]) }
  ARGV.each do |path|
    begin
      data = JSON.parse(File.read(path))
      data["environment"] = "production"
      catalog = Puppet::Resource::Catalog.from_data_hash(data)
      catalog.environment_instance = environment
      ral = catalog.to_ral
      graph = ral.relationship_graph
      point = ->(vertex) { vertex.is_a?(Puppet::Type.type(:whit)) ? vertex[:name] : vertex.ref }
      edges = graph.edges.map { |edge| [point.(edge.source), point.(edge.target), edge.callback ? "refresh" : "order"] }
      puts JSON.generate({ "node" => File.basename(path, ".json"), "edges" => edges })
    rescue StandardError, LoadError => error
      puts JSON.generate({ "node" => File.basename(path, ".json"), "error" => error.message, "at" => error.backtrace.first(4) })
    end
  end
end
