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
        @wrong = @attributes.flat_map { |kind, names| names.reject { |name| valid?(type, kind, name) }.map { |name| "#{kind} #{name}" } }
        return false unless @wrong.empty?

        type.new(params.merge(@set).merge(name: title)) if @provider || !@set.empty?
        true
      end

      def description = 'be a valid type'
      def failure_message = "Not a valid type: there is no #{@wrong.join(', ')}"

      private

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
