# Puppet's functions as a service: reads one JSON request a line and answers each with one line of JSON.
#
#   ["manifest", ...]  ->  [{"resources": [...], "logs": [[level, text], ...]}, {"error": "..."}, ...]
#
# The arguments are the folder with the modules and the facts of the node. The first line tells Puppet's version and the
# names of its own functions. A request has a process of its own, so that no program sees what those of another request
# have loaded, and that one which does not end harms no other request.
require 'json'
require 'tmpdir'
require 'timeout'
require 'puppet'

# Seconds for a program, and for a request that no longer listens.
PATIENCE = 10
LIMIT = 90

modules, facts = ARGV
facts = JSON.parse(facts)
folder = Dir.mktmpdir('compare-functions')
parent = Process.pid
at_exit { FileUtils.rm_rf(folder) if Process.pid == parent }
Puppet.initialize_settings(["--confdir=#{folder}", "--vardir=#{folder}"])
Puppet[:strict] = :warning
Puppet[:strict_variables] = false

# Keeps what programs log themselves; the rest comes from no scope.
class Lines
  attr_reader :lines

  def initialize
    @lines = []
  end

  def <<(message)
    @lines << [message.level.to_s, message.message.to_s.scrub] if message.source.to_s.start_with?('Scope')
  end
end

Puppet::Util::Log.newdesttype(:lines) do
  match 'Lines'

  def initialize(lines)
    @lines = lines
  end

  def handle(message)
    @lines << message
  end
end

def compile(manifest, modules, facts)
  lines = Lines.new
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(lines)
  Puppet::Util::Log.level = :debug
  environment = Puppet::Node::Environment.create(:production, [modules])
  name = 'test.example.com'
  node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
  node.merge(facts)
  Puppet[:code] = manifest
  environments = Puppet::Environments::Static.new(environment)
  Puppet.override(environments: environments, current_environment: environment, rich_data: true) do
    catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_data_hash
    resources = catalog['resources'].map { |resource| resource.slice('type', 'title', 'parameters') }
    { resources: resources, logs: lines.lines }
  end
rescue StandardError, ScriptError, SystemStackError, NoMemoryError => e
  { error: e.message.to_s.scrub }
ensure
  Puppet::Util::Log.close_all
end

def answer(manifest, modules, facts)
  JSON.generate(Timeout.timeout(PATIENCE) { compile(manifest, modules, facts) })
rescue StandardError, SystemStackError => e
  JSON.generate(error: "#{e.class}: #{e.message}".scrub)
end

# The functions that come with Puppet, without those of its vendored modules.
def own_functions
  folders = $LOAD_PATH.flat_map { |path| %w[functions parser/functions].map { |kind| "#{path}/puppet/#{kind}" } }
  names = folders.flat_map do |path|
    Dir["#{path}/**/*.rb"].map { |file| file.delete_prefix("#{path}/").delete_suffix('.rb').gsub('/', '::') }
  end
  names.uniq.sort
end

$stdout.sync = true
puts JSON.generate(version: Puppet.version, functions: own_functions)
STDIN.set_encoding('utf-8')
STDIN.each_line do |line|
  manifests = JSON.parse(line)
  reader, writer = IO.pipe
  child = fork do
    reader.close
    answers = manifests.map { |manifest| answer(manifest, modules, facts) }
    writer.write("[#{answers.join(',')}]")
    writer.close
    exit!(0)
  end
  writer.close
  text = begin
    Timeout.timeout(LIMIT) { reader.read }
  rescue Timeout::Error
    Process.kill('KILL', child)
    ''
  end
  reader.close
  Process.wait(child)
  puts(text.empty? ? '{"broken":"no answer"}' : text)
end
