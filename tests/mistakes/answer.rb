# Asks the real Puppet about the programs of *.mistakes and records its messages below them, after `--- puppet`:
#   RUBYLIB=PUPPET/lib ruby answer.rb [FILE...]
# The format is described in crates/bunraku/tests/mistakes.rs.
require 'json'; require 'fileutils'; require 'tmpdir'; require 'puppet'

FACTS = { 'os' => { 'name' => 'Debian', 'family' => 'Debian', 'release' => { 'full' => '12.5', 'major' => '12' } },
          'networking' => { 'hostname' => 'web01', 'fqdn' => 'web01.example.com' } }.freeze
NODE = 'web01.example.com'

class Collect
  def initialize(logs) = @logs = logs
  def <<(log) = @logs << log
end
Puppet::Util::Log.newdesttype :collect do
  match 'Collect'
  def initialize(target) = @target = target
  def handle(message) = @target << message
end

def plain(text, dir)
  text.to_s.gsub("#{dir}/", '').gsub(dir, '.').gsub(/ on node \S+$/, '').gsub(%r{/\S*/lib/(?=puppet/)}, '').gsub(/#<(\S+?):0x\h+.*?>(?=\s|$)/m, '#<\1>').strip
end

# What Puppet says about an environment: warnings and errors, or that the catalog compiles.
def answer(dir)
  logs = []
  Puppet.initialize_settings(["--confdir=#{dir}.conf", "--vardir=#{dir}.var"])
  Puppet.settings.preferred_run_mode = :server
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(Collect.new(logs))
  Puppet.push_context(Puppet.base_context(Puppet.settings))
  said = []
  begin
    directories = Puppet::Environments::Directories.new(File.dirname(dir), [])
    conf = directories.get_conf(:production)
    modules = conf.modulepath.split(File::PATH_SEPARATOR)
    env = Puppet::Node::Environment.create(:production, modules.empty? ? ["#{dir}/modules"] : modules, conf.manifest)
    env.define_singleton_method(:configuration) { conf }
    loader = Puppet::Environments::Static.new(env)
    loader.define_singleton_method(:get_conf) { |_| conf }
    node = Puppet::Node.new(NODE, environment: env, facts: Puppet::Node::Facts.new(NODE, FACTS.dup))
    node.merge(FACTS.dup)
    catalog = nil
    Puppet.override(environments: loader, current_environment: env) do
      catalog = Puppet::Parser::Compiler.compile(node)
    end
    said << '(the catalog compiles)'
    begin
      catalog.to_resource.to_ral.relationship_graph.report_cycles_in_graph
    rescue StandardError => e
      said << "when applied: #{e.message}"
    end
  rescue Exception => e # a SyntaxError of Ruby code is not a StandardError
    said << e.message
  end
  logged = logs.select { |log| %i[warning err].include?(log.level) }.map { |log| "#{log.level}: #{log.message}" }
  logged.reject! { |line| said.any? { |message| message.include?(line.sub(/\A\w+: /, '')[0, 60]) } }
  plain((logged + said).join("\n"), dir).lines.map(&:rstrip).first(14).map { |line| line[0, 300] }.join("\n")
end

files = ARGV.empty? ? Dir["#{__dir__}/*.mistakes"].sort : ARGV
files.each do |file|
  cases = File.read(file, encoding: 'utf-8').split(/^=== /).drop(1)
  answered = cases.map do |text|
    title, body = text.split("\n", 2)
    body = body.sub(/^--- puppet\n.*\z/m, '')
    sections = body.start_with?('--- ') ? body.split(/^--- (?=\S+\n)/).drop(1) : ["manifests/site.pp\n#{body}"]
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      Dir.mktmpdir('mistake') do |base|
        dir = "#{base}/production"
        sections.each do |section|
          path, content = section.split("\n", 2)
          FileUtils.mkdir_p(File.dirname("#{dir}/#{path}"))
          File.write("#{dir}/#{path}", content)
        end
        writer.write(answer(dir))
      end
      writer.close
      exit!(0)
    end
    writer.close
    said = reader.read
    Process.wait(pid)
    "=== #{title}\n#{body}--- puppet\n#{said}\n"
  end
  File.write(file, answered.join)
  puts "#{File.basename(file)}: #{answered.size}"
end
