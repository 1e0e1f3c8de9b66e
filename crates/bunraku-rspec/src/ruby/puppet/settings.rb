# The settings of rspec-puppet, and those of Puppet that suites change.
require 'puppet'

module Puppet
  PUPPETVERSION = '8.11.0' unless const_defined?(:PUPPETVERSION)

  # Settings that specs have changed. What they leave alone has Puppet's defaults.
  class SpecSettings
    def initialize = @changed = {}
    def [](name)
      name = name.to_sym
      @changed.fetch(name) { CONFIGURED.key?(name) ? RSpec.configuration.public_send(CONFIGURED[name]) : Puppet.default_setting(name) }
    end

    # Settings that rspec-puppet has under these names.
    CONFIGURED = { basemodulepath: :basemodulepath, confdir: :confdir, environmentpath: :environmentpath,
                   hiera_config: :hiera_config, modulepath: :module_path, vendormoduledir: :vendormoduledir }.freeze

    def []=(name, value)
      @changed[name.to_sym] = value
    end

    def changed = @changed

    # What manifests see of them, as `puppet.conf` would have it. The input names these two by themselves.
    def changed_for_manifests
      configured = CONFIGURED.transform_values { |name| RSpec.configuration.public_send(name) }
      plain = configured.merge(@changed).reject { |name, value| value.nil? || %i[strict strict_variables].include?(name) }
      plain.to_h { |name, value| [name.to_s, value.to_s] }
    end

    def include?(_name) = true
    def method_missing(*) = nil
    def respond_to_missing?(*) = true
  end

  class << self
    alias default_setting []
    def settings = (@spec_settings ||= SpecSettings.new)
    def [](name) = settings[name]
    def []=(name, value)
      settings[name] = value
    end

    def features = (@spec_features ||= Features.new)
    def runtime = (@spec_runtime ||= Hash.new { |_, _| nil })
    def push_context(*); end
    def pop_context(*); end
    def override(*) = yield
  end

  module Util
    class Log
      def self.level=(_level); end
      def self.newdestination(*); end
      def self.close_all; end
    end

    module Platform
      def self.pretend_to_be(*); end
      def self.actual_platform = :posix
    end
  end
end

module RSpec
  module Puppet
    VERSION = '5.0.0'

    # The settings and the catalogs are for the examples of these.
    def self.rspec_puppet_example? = RSpec.current_example&.instance.respond_to?(:catalogue)

    # Resource coverage is left to the command.
    module Coverage
      class << self
        def report!(*); end
        def method_missing(*) = self
        def respond_to_missing?(*) = true
      end
    end

    # Suites that compile once for several examples have a cache of their own.
    class Cache
      def initialize(&default)
        @default = default
        @found = {}
      end

      def get(*key, &block) = @found.fetch(key) { @found[key] = (block || @default).call(*key) }
    end

    def self.current_example = RSpec.current_example
  end

  {
    environmentpath: '/dev/null', module_path: nil, manifest: nil, manifest_dir: nil, template_dir: nil, config: nil,
    confdir: '/dev/null', default_facts: {}, default_node_params: {}, default_trusted_facts: {},
    default_trusted_external_data: {}, facter_implementation: :facter, hiera_config: '/dev/null', stringify_facts: true,
    strict_variables: false, trusted_node_data: false, setup_fixtures: true, derive_node_facts_from_nodename: true,
    adapter: nil, platform: :posix, vendormoduledir: '/dev/null', basemodulepath: '/dev/null',
    disable_module_hiera: false, fixture_hiera_configs: {}, use_fixture_spec_hiera: false,
    fallback_to_default_hiera: true, enable_pathname_stubbing: false, parser: 'current', trusted_server_facts: true,
    ordering: 'manifest', default_facter_version: '4.11.0', facterdb_string_keys: false
  }.each { |name, default| configuration.add_setting(name, default: default) }
end

# Facter, as far as suites ask for it.
module Facter
  class << self
    def version = RSpec.configuration.default_facter_version
    def clear; end
    def clear_messages; end
    def reset; end
    def add(*); end
    def to_hash = {}
  end
end
