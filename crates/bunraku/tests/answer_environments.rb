# Fills in the answers of environments/*.env with the real Puppet:
#   RUBYLIB=PUPPET/lib ruby answer_environments.rb [FILE...]
# The format is described in environments.rs.
require 'json'; require 'fileutils'; require 'tmpdir'; require 'puppet'

BASE = Dir.mktmpdir('environments')
at_exit { FileUtils.rm_rf(BASE) }
Puppet.initialize_settings(["--confdir=#{BASE}/conf", "--vardir=#{BASE}/var", '--node_name_value=x'])
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.close_all
Puppet.push_context(Puppet.base_context(Puppet.settings))

# Keeps what programs log with `notice`.
class Collector
  attr_reader :lines
  def initialize = @lines = []
  def <<(log) = (@lines << log.message.to_s if log.level == :notice)
end

def answer(dir, facts, program)
  env = Puppet::Node::Environment.create(:ENV, ["#{dir}/modules"])
  conf = Puppet::Settings::EnvironmentConf.new(dir, nil, ["#{dir}/modules"])
  env.define_singleton_method(:configuration) { conf }
  environments = Puppet::Environments::Static.new(env)
  environments.define_singleton_method(:get_conf) { |_| conf }
  node = Puppet::Node.new('n.example.com', environment: env, facts: Puppet::Node::Facts.new('n', facts))
  node.merge(facts)
  logs = Collector.new
  Puppet::Util::Log.newdestination(Puppet::Test::LogCollector.new(logs))
  Puppet.override(environments: environments, current_environment: env, loaders: nil) do
    Puppet[:code] = program
    Puppet::Parser::Compiler.new(node).compile { |catalog| catalog }
  end
  JSON.generate(logs.lines.map { |line| line.gsub(dir, '/ENV') })
rescue StandardError, SystemStackError, LoadError => e
  warn "#{program}: #{e.message.gsub(BASE, '')}" if ENV['SHOW']
  'error'
ensure
  Puppet::Util::Log.close_all
end

module Puppet::Test
  class LogCollector
    def initialize(logs) = @logs = logs
    def <<(value) = @logs << value
  end
end
Puppet::Util::Log.newdesttype :collector do
  match 'Puppet::Test::LogCollector'
  def initialize(target) = @target = target
  def handle(msg) = @target << msg
end

files = ARGV.empty? ? Dir["#{__dir__}/environments/*.env"].sort : ARGV
count = 0
files.each do |file|
  head, *sections = File.read(file, encoding: 'utf-8').split(/^== /)
  dir = "#{BASE}/#{File.basename(file, '.env')}/ENV"
  facts = { 'root' => dir }.merge(JSON.parse(head[/^#! facts (.*)$/, 1] || '{}'))
  contents = sections.to_h { |section| section.split("\n", 2) }
  programs = contents.delete('programs').lines(chomp: true).select { |line| line.start_with?('run ') }
  contents.each do |path, text|
    FileUtils.mkdir_p(File.dirname("#{dir}/#{path}"))
    File.binwrite("#{dir}/#{path}", text)
  end
  Puppet[:hiera_config] = "#{dir}/global/hiera.yaml"
  answers = programs.map do |line|
    count += 1
    "#{line}\n= #{answer(dir, facts, line.delete_prefix('run '))}"
  end
  text = head + contents.map { |path, body| "== #{path}\n#{body}" }.join + "== programs\n" + answers.join("\n") + "\n"
  File.write(file, text)
end
puts "#{files.size} environments, #{count} programs"
