# Compiles all nodes of a fleet with Puppet and its terminus for PuppetDB: all of them first, then, when told to, their facts
# and catalogs are sent, so that every node has seen what the others exported in the round before.
#
#   ruby fleet.rb CONFDIR ENVIRONMENT FACTS OUT ROUND
require 'json'
require 'fileutils'
require 'puppet'

confdir, environment, facts_folder, out, round = ARGV
Puppet.initialize_settings(["--confdir=#{confdir}", "--vardir=#{confdir}/var"])
require 'puppet/util/puppetdb'
Puppet::Util::Log.level = :err
Puppet::Util::Log.newdestination(:console)
Puppet.settings.send(:[]=, :storeconfigs, true)
Puppet::Resource.indirection.terminus_class = :puppetdb
FileUtils.mkdir_p(out)

env = Puppet::Node::Environment.create(:production, [], "#{environment}/manifests")
made = {}
Puppet.override(environments: Puppet::Environments::Static.new(env), current_environment: env, rich_data: true) do
  Dir["#{facts_folder}/*.json"].sort.each do |file|
    name = File.basename(file, '.json')
    values = JSON.parse(File.read(file))
    facts = Puppet::Node::Facts.new(name, values)
    node = Puppet::Node.new(name, environment: env, facts: facts)
    node.merge(values)
    node.add_server_facts({})
    Puppet.override(trusted_information: Puppet::Context::TrustedInformation.local(node)) do
      catalog = Puppet::Parser::Compiler.compile(node)
      catalog.version = "round #{round}"
      made[name] = [facts, catalog]
      sent = catalog.filter { |resource| resource.virtual? }
      File.write("#{out}/#{name}.json", JSON.generate(sent.to_data_hash))
    end
  end
  $stdout.puts 'compiled'
  $stdout.flush
  $stdin.gets
  made.each do |name, (facts, catalog)|
    request = ->(kind, instance, options) { Puppet::Indirector::Request.new(kind, :save, name, instance, options) }
    Puppet::Node::Facts.indirection.terminus(:puppetdb).save(request.call(:facts, facts, environment: env))
    Puppet::Resource::Catalog.indirection.terminus(:puppetdb).save(request.call(:catalog, catalog, environment: env))
  end
  # PuppetDB takes commands at once and processes them later.
  query = "catalogs[count()] { version = 'round #{round}' }"
  600.times do
    break if Puppet::Util::Puppetdb.query_puppetdb(query).first['count'] == made.size
    sleep 0.2
  end
  $stdout.puts 'kept'
end
