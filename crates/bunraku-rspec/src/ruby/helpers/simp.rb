# `on_supported_os` of simp-rspec-puppet-facts: all keys are symbols, and some facts are added. The facts are those of the gem if they are
# among the folders of facts, or else those of FacterDB.
require 'rspec-puppet-facts'

module Simp
  module RspecPuppetFacts
    def on_supported_os(options = {})
      own = (::RspecPuppetFacts.fact_sets || []).any? { |about| about['simp'] }
      systems = ::RspecPuppetFacts::Systems.new(options, simp: own).facts
      systems = systems.select { |id, _| Simp::RspecPuppetFacts.wanted?(id) }
      systems.transform_values { |facts| Simp::RspecPuppetFacts.completed(facts, options, own) }
    end

    class << self
      # SIMP_FACTS_OS has names or patterns of systems, with commas or spaces between them.
      def wanted?(id)
        names = ENV['SIMP_FACTS_OS'].to_s.strip
        return true if names.empty? || names.match?(/all/i)

        names.split(/[ ,]+/).any? { |name| id == name || id.match?(/#{name}/) }
      end

      def completed(facts, options, own)
        facts = symbolized(PuppetHost.copy(facts))
        # The gem adds nothing to facts of its own that are of another version.
        return facts if own && facts[:facterversion].to_s.split('.')[0, 2] != Facter.version.split('.')[0, 2]

        facts.merge!(options.fetch(:extra_facts, {}))
        facts[:puppetversion] = Puppet.version
        facts[:lsbmajdistrelease] = facts[:os][:release][:major] unless ENV['SIMP_FACTS_lsb'] == 'no'
        facts.merge!(options.fetch(:extra_facts_immutable, {}))
      end

      def symbolized(value)
        return value unless value.is_a?(Hash)

        value.to_h { |key, inner| [key.is_a?(String) ? key.to_sym : key, symbolized(inner)] }
      end
    end
  end
end
