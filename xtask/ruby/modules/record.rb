# Runs the rspec-puppet suite of the module in the working folder without compiling anything, and writes what its examples
# would compile, a JSON line each, to the file that RECORD_TO names.
#   ruby record.rb SPEC...
# RECORD_LIMIT says how many inputs are kept; RECORD_FACTS has folders with files of facts, `VERSION/NAME.facts` each;
# modules that the suite needs are taken from the folder RECORD_MODULES.

require 'fileutils'
require 'json'
require 'set'
require 'yaml'

# The modules that a suite needs, linked to `spec/fixtures/modules` as far as they are in the folder of modules.
module Fixtures
  PLACE = 'spec/fixtures/modules'
  # The agent brings these to every node, so that suites seldom list them.
  OF_THE_AGENT = %w[augeas_core cron_core host_core mailalias_core mount_core scheduled_task selinux_core sshkeys_core
                    yumrepo_core zfs_core zone_core].freeze

  def self.link(modules)
    FileUtils.mkdir_p(PLACE)
    { own_name => Dir.pwd }.merge(names.to_h { |name| [name, File.join(modules, name)] }).each do |name, folder|
      link = File.join(PLACE, name)
      File.symlink(folder, link) if File.directory?(folder) && !File.symlink?(link) && !File.exist?(link)
    end
  end

  def self.names
    listed = File.file?('.fixtures.yml') ? YAML.load(File.read('.fixtures.yml').gsub(/<%.*?%>/m, '')) : {}
    listed = (listed || {})['fixtures'] || {}
    fixtures = %w[repositories forge_modules].flat_map { |kind| (listed[kind] || {}).keys }
    (fixtures + dependencies + OF_THE_AGENT - [own_name]).map(&:to_s).uniq
  end

  def self.dependencies
    (metadata['dependencies'] || []).map { |dependency| dependency['name'].split(%r{[-/]}, 2).last }
  end

  def self.own_name
    metadata['name'].split(%r{[-/]}, 2).last
  end

  def self.metadata
    @metadata ||= JSON.parse(File.read('metadata.json'))
  end
end
Fixtures.link(ENV['RECORD_MODULES']) if ENV['RECORD_MODULES']

# Libraries that suites ask for although nothing recorded depends on them are taken as loaded if they are missing.
module MissingLibraries
  def require(name)
    super
  rescue LoadError => e
    asking = caller_locations.find { |place| place.path != __FILE__ }&.absolute_path.to_s
    raise unless e.path == name && (asking.start_with?("#{Dir.pwd}/") || asking.include?('spec_helper'))

    MissingLibraries.names << name
    false
  end

  def self.names
    @names ||= Set.new
  end
end
Object.prepend(MissingLibraries)

# The part of the database of facts that suites use: sets of facts that fit a filter.
module FacterDB
  def self.get_facts(filter = nil, _cache = true, symbolize_keys: true)
    found = sets.select { |facts| fits?(facts, filter) }
    found.map { |facts| symbolize_keys ? facts.transform_keys(&:to_sym) : facts.dup }
  end

  def self.database
    JSON.generate(sets)
  end

  def self.cleanup; end

  def self.generate_filter_str(filter = nil)
    filter.to_s
  end

  def self.valid_filters?(_filter)
    true
  end

  class << self
    private

    def sets
      @sets ||= ENV.fetch('RECORD_FACTS', '').split(':').flat_map do |folder|
        Dir["#{folder}/**/*.facts"].sort.map { |file| JSON.parse(File.read(file)) }
      end
    end

    def fits?(facts, filter)
      case filter
      when Array then filter.any? { |one| fits?(facts, one) }
      when Hash then filter.all? { |path, wanted| fit?(dig(facts, path.to_s), wanted.to_s) }
      when String
        filter.split(/\s+or\s+/).any? do |one|
          one.delete('()').split(/\s+and\s+/).all? { |pair| fit?(dig(facts, pair[/\A[^=]+/]), pair[/=(.*)/, 1]) }
        end
      else true
      end
    end

    def fit?(value, wanted)
      wanted = wanted.delete_prefix('"').delete_suffix('"')
      pattern = wanted[%r{\A/(.*)/\z}, 1]
      pattern ? Regexp.new(pattern).match?(value.to_s) : value.to_s == wanted
    end

    def dig(facts, path)
      path.split('.').reduce(facts) { |value, key| value.is_a?(Hash) ? value[key] : nil }
    end
  end
end
$LOADED_FEATURES << 'facterdb.rb' << 'jgrep.rb'
# The helper of Puppet's modules asks for it where a suite names no library of mocks, and then takes RSpec's.
$LOADED_FEATURES << 'mocha/api.rb'

# What is kept of the examples: each input once, spread evenly over the suite.
module Recorder
  @inputs = {}

  class << self
    def add(input)
      key = input.except(:at).hash
      @inputs[key] ||= JSON.generate(input) unless @inputs.key?(key)
    rescue JSON::GeneratorError, Encoding::UndefinedConversionError
      @inputs[key] = nil # facts that JSON cannot say
    end

    def write(path, limit)
      all = @inputs.values.compact
      kept = all.size <= limit ? all : Array.new(limit) { |i| all[i * all.size / limit] }
      File.write(path, kept.map { |line| "#{line}\n" }.join)
      $stderr.puts "#{kept.size} of #{all.size} inputs#{", without #{MissingLibraries.names.sort.join(', ')}" if MissingLibraries.names.any?}"
    end

    # What the settings and the example say beside code and facts.
    def surroundings(example)
      {
        at: example.class.metadata[:location].delete_prefix('./'), strict: Puppet[:strict].to_s,
        strict_variables: Puppet[:strict_variables], environment: example.environment.to_s,
        modulepath: example.adapter.modulepath.map { |path| relative(path) }, hiera: hiera
      }
    end

    private

    def hiera
      path = Puppet[:hiera_config].to_s
      relative(path) if path != '/dev/null' && File.file?(path)
    end

    def relative(path)
      File.expand_path(path).delete_prefix("#{Dir.pwd}/")
    end
  end
end

require 'rspec/core'
require 'puppet'
require 'rspec-puppet'
begin
  # Loaded before a suite gives every object the methods that this library extends: it would call itself for ever.
  require 'simp/rspec-puppet-facts'
rescue LoadError
  nil
end

module RSpec::Puppet::Support
  def build_catalog(nodename:, facts_val:, trusted_facts_val:, code:, trusted_external_data: {}, node_params: {}, **)
    kind = self.class.metadata[:type] || guess_type_from_path(self.class.metadata[:file_path])
    # Parameters that a classifier would give are taken for facts.
    Recorder.add(kind:, code:, node: nodename, facts: facts_val.merge(node_params), trusted: trusted_facts_val,
                 external: trusted_external_data, **Recorder.surroundings(self))
    skip 'recorded'
  end

  # Nothing is written, so that no folder is needed for it.
  def with_vardir
    yield
  end
end

# Stands for a function: a call is a program that notifies about its value.
class RecordedFunction
  attr_reader :func_name

  def initialize(name, example)
    @func_name = name
    @example = example
  end

  def execute(*arguments, &block)
    return if block || !arguments.all? { |argument| literal?(argument) }

    @example.record("#{func_name}(#{arguments.map { |argument| @example.str_from_value(argument) }.join(', ')})")
  end

  def call(_scope = nil, *arguments)
    execute(*arguments)
  end

  def func
    self
  end

  private

  def literal?(value)
    case value
    when Array then value.all? { |one| literal?(one) }
    when Hash then value.flatten(1).all? { |one| literal?(one) }
    when String, Integer, Float, Symbol, true, false, nil, RSpec::Puppet::Sensitive, RSpec::Puppet::RawString then true
    else false
    end
  end
end

module RSpec::Puppet::FunctionExampleGroup
  def find_function(name = self.class.top_level_description)
    RecordedFunction.new(name, self)
  end

  def record(call)
    node = nodename(:function)
    code = [pre_cond, "$rspec_result = #{call}", "notify { 'rspec result': message => [$rspec_result] }"].compact.join("\n")
    Recorder.add(kind: 'function', code:, node:, facts: facts_hash(node), trusted: trusted_facts_hash(node),
                 external: {}, **Recorder.surroundings(self))
    nil
  end
end

RSpec::Core::Runner.disable_autorun!
options = RSpec::Core::ConfigurationOptions.new(['--no-color', '--format', 'RSpec::Core::Formatters::BaseFormatter', *ARGV])
ARGV.clear
Dir["#{Dir.pwd}/spec/fixtures/modules/*/lib"].each { |folder| $LOAD_PATH << folder }
$LOAD_PATH.unshift("#{Dir.pwd}/spec", "#{Dir.pwd}/lib")
RSpec.configuration.fail_fast = nil
# Settings of older versions, which have no meaning any more.
%i[manifest_dir parser trusted_server_facts].each do |name|
  RSpec.configuration.add_setting(name) unless RSpec.configuration.respond_to?(name)
end
begin
  runner = RSpec::Core::Runner.new(options)
  runner.setup($stderr, $stderr)
  RSpec.world.wants_to_quit = false # a file that cannot be loaded does not keep the others from running
  RSpec.world.all_example_groups.each do |group|
    # All examples of such a group compile the same.
    RSpec.world.filtered_examples[group].slice!(1..) if %i[class define host].include?(group.metadata[:type])
  end
  runner.run_specs(RSpec.world.ordered_example_groups)
ensure
  Recorder.write(ENV.fetch('RECORD_TO'), ENV.fetch('RECORD_LIMIT', '40').to_i)
end
exit!(0)
