# Type aliases and resource types.
module RSpec
  module Puppet
    class AllowValue
      include RSpec::Matchers::Composable

      def initialize(values)
        @values = values
      end

      def matches?(check)
        @errors = @values.filter_map do |value|
          check.call(value)
          nil
        rescue ::Puppet::Error => e
          e.message
        end
        @errors.empty?
      end

      def description = "match value#{@values.length == 1 ? '' : 's'} #{@values.map(&:inspect).join(', ')}"
      def failure_message = "expected that the type alias would #{description} but it raised the #{@errors.length == 1 ? 'error' : 'errors'} #{@errors.join(', ')}"
      def failure_message_when_negated = "expected that the type alias would not #{description} but it does"
      def supports_block_expectations? = true
    end

    # `be_valid_type` with the parts that a resource type has.
    class BeValidType
      include RSpec::Matchers::Composable

      def initialize
        @attributes = { parameter: [], property: [], feature: [] }
        @set = {}
      end

      def with_provider(name)
        @provider = name
        self
      end

      def with_properties(names) = add(:property, names)
      def with_parameters(names) = add(:parameter, names)
      def with_features(names) = add(:feature, names)

      def with_set_attributes(values)
        @set.merge!(values)
        self
      end

      def with_defaults(_values) = self

      def matches?(subject)
        type, title, params = subject
        @wrong = @attributes.filter_map do |kind, names|
          unknown = names.reject { |name| valid?(type, kind, name) }
          "Invalid #{PLURALS[kind]}: #{unknown.join(',')}" unless unknown.empty?
        end
        return false unless @wrong.empty?

        made = type.new(params.merge(@set).merge(name: title)) if @provider || !@set.empty?
        fits?(made)
      end

      PLURALS = { parameter: 'parameters', property: 'properties', feature: 'features' }.freeze

      def description = 'be a valid type'
      def failure_message = "Not a valid type: #{@wrong.join(', ')}"

      private

      # A type without code of providers has none that could be another one.
      def fits?(made)
        actual = made && @provider && made.respond_to?(:provider) && made.provider ? made[:provider] : nil
        return true if actual.nil? || actual.to_s == @provider.to_s

        @wrong << "Expected provider: #{@provider} does not match: #{actual}"
        false
      end

      def add(kind, names)
        @attributes[kind] |= Array(names)
        self
      end

      def valid?(type, kind, name)
        kind == :feature ? type.provider_feature(name.to_sym) : type.public_send("valid#{kind}?", name.to_sym)
      end
    end
  end
end
