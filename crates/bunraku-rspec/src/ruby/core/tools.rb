# Tools that helpers of suites set up. Coverage and gems are nothing that examples depend on.
module Gem
  # What is loaded, under the names of gems.
  Loaded = Struct.new(:name, :version)

  def self.loaded_specs
    @loaded_specs ||= { 'puppet' => Puppet::PUPPETVERSION, 'rspec-puppet' => RSpec::Puppet::VERSION, 'rspec-core' => RSpec::Core::Version::STRING,
                        'facter' => RSpec.configuration.default_facter_version }.to_h { |name, version| [name, Loaded.new(name, Version.new(version))] }
  end

  def self.win_platform? = false
end

module RSpec
  module Core
    # A module that takes whatever is said to it, and whatever is named in it.
    module Unheeded
      def method_missing(*) = self
      def respond_to_missing?(*) = true
      def [](*) = self
      def const_missing(name) = const_set(name, Module.new.extend(Unheeded))
    end
  end
end

%i[SimpleCov Coveralls Codecov Bundler].each { |name| Object.const_set(name, Module.new.extend(RSpec::Core::Unheeded)) unless Object.const_defined?(name) }
