# `on_supported_os`: facts of the systems that metadata.json names.
require 'facterdb'
require 'json'

module RspecPuppetFacts
  # Suites ask for the same facts again and again, and change what they get.
  def on_supported_os(options = {})
    known = RspecPuppetFacts.known_facts
    key = [options.to_s, RspecPuppetFacts.custom_facts.to_s]
    Supported.new(known[key] ||= Systems.new(options).facts)
  end

  def add_custom_fact(name, value, options = {})
    RspecPuppetFacts.custom_facts[RSpec.configuration.facterdb_string_keys ? name.to_s : name.to_sym] = [value, options]
  end

  class << self
    def custom_facts = (@custom_facts ||= {})
    def known_facts = (@known_facts ||= {})
    def fact_sets = (@fact_sets ||= PuppetHost.ask('fact_sets') || false)
    def metadata = (@metadata ||= JSON.parse(File.read('metadata.json')))
    def spec_facts_os_filter = ENV.fetch('SPEC_FACTS_OS', nil)
    def spec_facts_strict? = ENV['SPEC_FACTS_STRICT'] == 'yes'
    def meta_supported_os = metadata['operatingsystem_support']

    def common_facts
      facts = { rubysitedir: '/usr/lib/ruby/site_ruby', rubyversion: RUBY_VERSION, puppetversion: Puppet.version, implementation: 'openvox' }
      facts.delete(:implementation)
      RSpec.configuration.facterdb_string_keys ? facts.transform_keys(&:to_s) : facts
    end

    def with_custom_facts(os, facts)
      custom_facts.each do |name, (value, options)|
        next if options[:confine] && !Array(options[:confine]).include?(os)
        next if options[:exclude] && Array(options[:exclude]).include?(os)

        value = value.call(os, facts) if value.respond_to?(:call)
        options[:merge_facts] && facts[name].is_a?(Hash) ? facts[name].merge!(value) : facts[name] = value
      end
      facts
    end
  end

  # The facts of systems, by their names. Suites ask for all of them to take those of one: only what is taken is copied.
  class Supported < BasicObject
    def initialize(known)
      @known = known
      @taken = {}
    end

    def [](id)
      return @all[id] if @all

      @taken[id] ||= ::PuppetHost.copy(@known[id]) if @known.key?(id)
    end

    def method_missing(name, *args, **options, &block)
      @all ||= ::PuppetHost.copy(@known).merge(@taken)
      @all.__send__(name, *args, **options, &block)
    end

    def class = ::Hash
    def is_a?(type) = ::Hash <= type
    alias kind_of? is_a?
    alias instance_of? is_a?
    def to_hash = method_missing(:to_hash)
    def ==(other) = method_missing(:==, other)
  end

  # The fact sets of systems with their releases.
  class Systems
    def initialize(options, simp: false)
      @simp = simp
      @hardware = Array(options[:hardwaremodels] || 'x86_64')
      @systems = options[:supported_os] || RspecPuppetFacts.meta_supported_os
      @version = options[:facterversion] || RSpec.configuration.default_facter_version
    end

    def facts
      found = {}
      wanted.each do |name, release, hardware|
        facts = newest(name, release, hardware) or next

        os = facts[:os] || facts['os']
        id = "#{os['name'].downcase}-#{os['release']['major']}-#{os['hardware']}"
        next unless id.start_with?(RspecPuppetFacts.spec_facts_os_filter.to_s)

        found[id] = RspecPuppetFacts.with_custom_facts(id, facts.merge(RspecPuppetFacts.common_facts))
      end
      found
    end

    private

    # Each system with its releases and kinds of hardware, as FacterDB names them.
    def wanted
      @systems.flat_map do |system|
        releases = system['operatingsystemrelease'] ? Array(system['operatingsystemrelease']) : [nil]
        releases.flat_map { |release| @hardware.map { |hardware| filter(system['operatingsystem'], release, hardware) } }
      end
    end

    def filter(name, release, hardware)
      pattern = release && "/^#{Regexp.escape(release.split(' ').first)}/"
      case name
      when /BSD/i then hardware = 'amd64'
      when /Solaris/i then hardware = 'i86pc'
      when /AIX/i
        hardware = '/^IBM,.*/'
        pattern = release =~ /\A(\d+)\.(\d+)\z/ ? "/^#{$1}#{$2}00-/" : "/^#{release}-/" if release
      when /Windows/i
        name = name.downcase
        hardware = 'x86_64'
        pattern = "\"#{release[/\A(?:Server )?(.+)/i, 1]}\"" if release
      when /Amazon/i then pattern = '/^2$/' if release == '2'
      end
      [name, pattern, hardware]
    end

    # The facts of the newest Facter that is not newer than the asked one.
    def newest(name, release, hardware)
      return Rules.facts(name, release, hardware) unless PuppetHost.ask('has_fact_sets')

      # A system without a name is none that there are facts of.
      chosen = PuppetHost.ask('newest_fact_set', @simp, name.to_s, hardware.to_s, release, @version.to_s) or return
      if !chosen['exact'] && RspecPuppetFacts.spec_facts_strict?
        raise ArgumentError, "No facts were found in the FacterDB for Facter v#{@version}, aborting"
      end

      facts = PuppetHost.late('fact_set', chosen['number'])
      facts && keyed(facts)
    end

    def keyed(facts) = RSpec.configuration.facterdb_string_keys ? facts : facts.transform_keys(&:to_sym)
  end

  # Facts made by rule, where FacterDB is not on the machine.
  module Rules
    FAMILIES = { 'RedHat' => %w[redhat centos rocky almalinux oraclelinux scientific fedora amazon virtuozzolinux cloudlinux],
                 'Debian' => %w[debian ubuntu linuxmint raspbian], 'Suse' => %w[sles opensuse sled leap], 'Archlinux' => %w[archlinux],
                 'Gentoo' => %w[gentoo], 'FreeBSD' => %w[freebsd], 'OpenBSD' => %w[openbsd], 'Solaris' => %w[solaris],
                 'Darwin' => %w[darwin], 'windows' => %w[windows], 'AIX' => %w[aix], 'Alpine' => %w[alpine] }.freeze

    def self.facts(name, release, hardware)
      full = release.to_s.delete('/^$"').gsub('\\', '')
      full = '0' if full.empty?
      major = name.casecmp?('ubuntu') ? full[/\A\d+\.\d+/] || full : full.split('.').first
      family = FAMILIES.find { |_, names| names.include?(name.downcase) }&.first || name
      kernel = { 'windows' => 'windows', 'FreeBSD' => 'FreeBSD', 'OpenBSD' => 'OpenBSD', 'Solaris' => 'SunOS', 'Darwin' => 'Darwin', 'AIX' => 'AIX' }.fetch(family, 'Linux')
      architecture = family == 'Debian' && hardware == 'x86_64' ? 'amd64' : hardware
      facts = {
        'os' => { 'name' => name, 'family' => family, 'hardware' => hardware, 'architecture' => architecture,
                  'release' => { 'full' => full, 'major' => major, 'minor' => full.split('.')[1] }.compact,
                  'distro' => { 'id' => name, 'release' => { 'full' => full, 'major' => major } },
                  'selinux' => { 'enabled' => false } },
        'kernel' => kernel, 'kernelrelease' => '5.10.0', 'kernelversion' => '5.10.0', 'kernelmajversion' => '5.10',
        'facterversion' => RSpec.configuration.default_facter_version, 'virtual' => 'physical', 'is_virtual' => false,
        'networking' => { 'hostname' => 'foo', 'fqdn' => 'foo.example.com', 'domain' => 'example.com', 'ip' => '10.0.2.15',
                          'interfaces' => { 'eth0' => { 'ip' => '10.0.2.15' } }, 'primary' => 'eth0' },
        'memory' => { 'system' => { 'total' => '2.00 GiB', 'total_bytes' => 2_147_483_648 } },
        'processors' => { 'count' => 1, 'physicalcount' => 1 }, 'path' => '/usr/bin:/bin:/usr/sbin:/sbin',
        'identity' => { 'user' => 'root', 'group' => 'root', 'uid' => 0, 'gid' => 0 }, 'ruby' => { 'version' => RUBY_VERSION }
      }
      RSpec.configuration.facterdb_string_keys ? facts : facts.transform_keys(&:to_sym)
    end
  end
end
