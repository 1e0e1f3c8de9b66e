# Puppet's compiler as a service: reads one JSON request a line and answers each with one line of JSON.
#
#   {"manifests": ["...", ...]}  ->  [{"resources": [...]} or {"error": "..."} or {"late": true}, ...]
#
# The first two arguments are the folder with the modules and the facts of the node. Every request is answered by a
# process of its own, so that none sees what another has loaded.
require 'json'
require 'tmpdir'
require 'timeout'
require 'puppet'

# Seconds for one manifest.
PATIENCE = 10

modules, facts = ARGV
facts = JSON.parse(facts)
folder = Dir.mktmpdir('compare-ruby')
parent = Process.pid
at_exit { FileUtils.rm_rf(folder) if Process.pid == parent }
Puppet.initialize_settings(["--confdir=#{folder}", "--vardir=#{folder}"])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false
Puppet::Util::Log.close_all
# As Puppet's commands do for the modules of their environment.
$LOAD_PATH.concat(Dir[File.join(modules, '*', 'lib')].sort)

# No code of modules rescues it.
class TooLate < Exception; end # rubocop:disable Lint/InheritException

def compile(manifest, modules, facts)
  environment = Puppet::Node::Environment.create(:production, [modules])
  name = 'test.example.com'
  node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
  node.merge(facts)
  Puppet[:code] = manifest
  environments = Puppet::Environments::Static.new(environment)
  Puppet.override(environments: environments, current_environment: environment, rich_data: true) do
    catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_data_hash
    { resources: catalog['resources'].map { |resource| resource.slice('type', 'title', 'parameters') } }
  end
rescue StandardError, ScriptError, SystemStackError => e
  { error: e.message.to_s.scrub }
end

def answer(request, modules, facts)
  request['manifests'].map do |manifest|
    Timeout.timeout(PATIENCE, TooLate) { compile(manifest, modules, facts) }
  rescue TooLate
    { late: true }
  end
end

$stdout.sync = true
puts JSON.generate(version: Puppet.version)
STDIN.set_encoding('utf-8')
STDIN.each_line do |line|
  request = JSON.parse(line)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    text = begin
      JSON.generate(answer(request, modules, facts))
    rescue Exception => e # rubocop:disable Lint/RescueException
      JSON.generate(broken: "#{e.class}: #{e.message}".scrub)
    end
    writer.write(text)
    writer.close
    exit!(0)
  end
  writer.close
  text = reader.read
  Process.wait(child)
  puts(text.empty? ? '{"broken":"no answer"}' : text)
end
