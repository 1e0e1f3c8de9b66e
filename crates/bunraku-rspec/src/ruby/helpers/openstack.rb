# The facts and matchers that the suites of OpenStack's modules share.
require 'rspec-puppet-facts'
include RspecPuppetFacts

module OSDefaults
  FACTS = { os_service_default: '<SERVICE DEFAULT>', os_workers: 2, os_workers_heat_engine: 2, os_workers_keystone: 4 }.freeze
  SYSTEMS = { 'CentOS' => '9', 'Ubuntu' => '24.04', 'Debian' => '13' }.freeze

  def self.get_facts(more = {}) = FACTS.merge(puppetversion: Puppet.version, concat_basedir: '/dne').merge(more)
  def self.get_supported_os = SYSTEMS.map { |name, release| { 'operatingsystem' => name, 'operatingsystemrelease' => [release] } }
end

OSDefaults::FACTS.each { |name, value| add_custom_fact(name, value) }

# As many lines as there are patterns match one each.
RSpec::Matchers.define :include_regexp do |expected|
  match do |actual|
    left = Array(expected).dup
    lines = actual.is_a?(Array) ? actual : actual.split("\n")
    lines.each { |line| (at = left.index { |pattern| line.match?(pattern) }) && left.delete_at(at) }
    left.empty?
  end
end

RSpec::Matchers.define :have_array_of_instances_hash do |expected|
  match do |actual|
    found = actual.map { |each| each.instance_variable_get('@property_hash') }
    found.length == expected.length && found.all? { |each| expected.include?(each) }
  end
end
