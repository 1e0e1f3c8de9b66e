# The provider that an agent chooses for resources which name none. Programs that a provider needs are taken to be there.
require 'puppet/type'

module Puppet
  class Type
    class << self
      # The facts of the node, if they are known.
      def node_facts = Puppet::Type.instance_variable_get(:@node_facts)

      def node_facts=(facts)
        Puppet::Type.instance_variable_set(:@node_facts, facts)
      end

      # The most specific provider of those that may be used on the node; `nil` if the facts are not known.
      def default_provider
        return if node_facts.nil? || providers.empty?
        return @default_provider if defined?(@default_provider)

        usable = declared_providers.select { |_, declared| declared.usable?(node_facts) }
        best = usable.map { |_, declared| declared.specificity(node_facts) }.max
        @default_provider = usable.find { |_, declared| declared.specificity(node_facts) == best }&.first
      end

      private

      def declared_providers
        providers.to_h do |name|
          ::PuppetHost.attempt do
            require "puppet/provider/#{@name}/#{name}"
          rescue StandardError, NotImplementedError, LoadError
            nil
          end
          [name, DeclaredProvider.of(provider_blocks[name])]
        end
      end
    end

    # What a provider says about where it is used.
    class DeclaredProvider < Puppet::Provider
      # These confine to something else than facts.
      OTHERS = %i[exists true false feature any].freeze

      class << self
        # What the block declares, as far as it runs here.
        def of(block)
          declared = Class.new(DeclaredProvider)
          ::PuppetHost.attempt do
            declared.class_eval(&block) if block
          rescue StandardError, NotImplementedError, LoadError
            nil
          end
          declared
        end

        def confine(facts) = confines << facts
        def defaultfor(*facts) = defaults.concat(facts)

        def usable?(facts)
          confines.all? { |confine| fits?(facts, confine.reject { |name, _| OTHERS.include?(name.to_sym) }) }
        end

        def specificity(facts)
          defaults.select { |default| fits?(facts, default) }.map { |default| default.length * 100 }.max || 0
        end

        def method_missing(*) = nil
        def respond_to_missing?(*) = true

        private

        def confines = (@confines ||= [])
        def defaults = (@defaults ||= [])

        def fits?(facts, wanted)
          wanted.all? do |name, values|
            given = name.to_s.split('.').inject(facts) { |at, key| at.is_a?(Hash) ? at[key] : nil }
            [values].flatten.any? { |value| matches?(value, given) }
          end
        end

        def matches?(value, given)
          return value.match?(given.to_s) if value.is_a?(Regexp)

          !given.nil? && value.to_s.casecmp?(given.to_s)
        end
      end
    end
  end
end
