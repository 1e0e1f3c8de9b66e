# The facts that suites of Vox Pupuli share.
require 'rspec-puppet-facts'
include RspecPuppetFacts

# Facts with others in their place; what is nested is named by strings.
def override_facts(base_facts, **overrides)
  facts = PuppetHost.copy(base_facts)
  replace = lambda do |into, values, nested|
    values.each do |key, value|
      key = key.to_s if nested
      value.is_a?(Hash) ? replace.call(into[key] ||= {}, value, true) : into[key] = value
    end
  end
  replace.call(facts, overrides, false)
  facts
end

SERVICE_PROVIDERS = { 'archlinux' => 'systemd', 'debian' => 'systemd', 'redhat' => 'systemd', 'darwin' => 'launchd',
                      'freebsd' => 'freebsd', 'gentoo' => 'openrc', 'openbsd' => 'openbsd', 'windows' => 'windows' }.freeze

def add_mocked_facts!
  names = (RspecPuppetFacts.metadata['dependencies'] || []).map { |dependency| dependency['name'].sub('-', '/') }
  key = ->(name) { RSpec.configuration.facterdb_string_keys ? name.to_s : name }
  # In the order of the dependencies: one fact may depend on another.
  names.each do |name|
    case name
    when 'camptocamp/systemd', 'puppet/systemd'
      add_custom_fact(key.call(:systemd), ->(_os, facts) { facts[key.call(:service_provider)] == 'systemd' })
    when 'puppetlabs/stdlib'
      add_custom_fact(key.call(:puppet_environmentpath), '/etc/puppetlabs/code/environments')
      add_custom_fact(key.call(:puppet_vardir), '/opt/puppetlabs/puppet/cache')
      add_custom_fact(key.call(:root_home), '/root')
      add_custom_fact(key.call(:service_provider), lambda do |_os, facts|
        os = facts[key.call(:os)]
        family = os['family'].downcase
        next (os['release']['major'].to_i >= 12 ? 'systemd' : 'redhat') if family == 'suse'

        SERVICE_PROVIDERS.fetch(family, 'init')
      end)
    end
  end
end
