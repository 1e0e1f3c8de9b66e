# Runs the suite of puppet-lint, or of one of its plugins, and prints what the checks say about the programs in it, a JSON
# line for each program: what is reported, or what is left after fixing.
#   ruby suite.rb FOLDER, the folder of the suite; puppet-lint's `lib` and those of plugins are on the load path

require 'json'
require 'rspec/core'
require 'rspec/expectations'
require 'rspec/mocks'

# Libraries that suites ask for although nothing recorded depends on them are taken as loaded if they are missing.
module MissingLibraries
  def require(name)
    super
  rescue LoadError => e
    raise unless e.path == name

    false
  end
end
Object.prepend(MissingLibraries)
$LOADED_FEATURES << 'spec_helper.rb'

ENV.delete('GITHUB_ACTION')
require 'puppet-lint'

folder = File.expand_path(ARGV.fetch(0))
$LOAD_PATH.unshift("#{folder}/lib")
Dir["#{folder}/lib/*.rb"].sort.each do |file|
  require(file) # some plugins share code that the main file of the gem has
rescue LoadError, NameError
  nil # others have tasks for Rake there
end
Dir["#{folder}/lib/puppet-lint/plugins/**/*.rb"].sort.each { |file| require(file) }

# What the checks said, each once.
module Recorder
  @seen = {}
  PLAIN = %w[with_filename fail_on_warnings error_level log_format with_context fix json sarif show_ignored ignore_paths
             github_actions codeclimate_report_file].freeze

  def self.add(check, path, code, problems, fixed)
    places = problems.map { |problem| [problem[:check], problem[:kind], problem[:line], problem[:column]] }
    record = { check:, path:, code:, places:, fixed:, settings: }
    @seen[record] ||= puts(JSON.generate(record)) || true
  end

  def self.settings
    PuppetLint.configuration.settings.reject { |name, value| PLAIN.include?(name) || name.end_with?('_disabled') || value.nil? }
  end

  def self.puts(line)
    TO.puts(line)
  end
end
Recorder::TO = $stdout.dup.tap { |out| out.sync = true }
$stdout.reopen(File::NULL)

# Takes whatever is expected of problems: the checks have said what is recorded.
class Anything
  def matches?(_problems) = true
  def does_not_match?(_problems) = true
  def method_missing(*) = self
  def respond_to_missing?(*) = true
end

module Programs
  MATCHERS = /\A(contain_|have|only_have)/
  def subject
    run
  end

  def problems
    run[:problems]
  end

  def manifest
    run[:manifest]
  end

  def method_missing(name, *)
    return Anything.new if name.to_s.match?(MATCHERS)

    super
  end

  def respond_to_missing?(name, *)
    name.to_s.match?(MATCHERS) || super
  end

  private

  def run
    name = self.class.top_level_description.to_sym
    check = PuppetLint.configuration.check_object[name]
    skip("#{name} is no check") if check.nil? || !respond_to?(:code)
    # Some examples make Ruby believe that every file is of a kind.
    at = respond_to?(:path) ? path : ''
    at = "data#{File.extname('')}" if at.empty? && !File.extname('').empty?
    answer(name, check.new, at)
  end

  def answer(name, check, at)
    checks = PuppetLint::Checks.new
    checks.load_data(at, code)
    found = checks.problems + check.run
    found = check.fix_problems if PuppetLint.configuration.fix
    fixed = PuppetLint.configuration.fix ? PuppetLint::Data.tokens.map(&:to_manifest).join : nil
    Recorder.add(name, at, code, found, fixed)
    { problems: found, manifest: fixed || code }
  end
end

# `its(:problems)`, which a library of its own has.
module Its
  def its(*)
    it { problems }
  end
end

RSpec::Core::Runner.disable_autorun!
RSpec.configure do |config|
  config.include(Programs)
  config.extend(Its)
  config.expect_with(:rspec) { |with| with.syntax = %i[expect should] }
end
$LOAD_PATH.unshift("#{folder}/spec")
specs = Dir["#{folder}/spec/**/plugins/**/*_spec.rb"].sort
options = RSpec::Core::ConfigurationOptions.new(['--no-color', '--format', 'RSpec::Core::Formatters::BaseFormatter', *specs])
ARGV.clear
Dir.chdir(folder)
runner = RSpec::Core::Runner.new(options)
runner.setup($stderr, $stderr)
RSpec.world.wants_to_quit = false # a file that cannot be loaded does not keep the others from running
runner.run_specs(RSpec.world.ordered_example_groups)
exit!(0)
