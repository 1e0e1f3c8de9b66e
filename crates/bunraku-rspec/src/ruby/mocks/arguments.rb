# What stands for arguments of expected calls: `anything`, `hash_including`, `instance_of`.
module RSpec
  module Mocks
    class MockExpectationError < Exception; end

    module ArgumentMatchers
      # A condition with a name.
      class Condition
        def initialize(description, &block)
          @description = description
          @block = block
        end

        def ===(other) = !!@block.call(other)
        def ==(other) = super || self === other
        def description = @description
        def matches?(other) = self === other
        def inspect = @description
      end

      # rspec-puppet and suites name this class.
      class KindOf < Condition; end

      ANY_ARGS = Condition.new('*(any args)') { true }
      NO_ARGS = Condition.new('no args') { false }

      def anything = Condition.new('anything') { true }
      def any_args = ANY_ARGS
      def no_args = NO_ARGS
      def boolean = Condition.new('boolean') { |value| value == true || value == false }
      def kind_of(type) = KindOf.new("kind of #{type}") { |value| value.is_a?(type) }
      def instance_of(type) = Condition.new("an instance of #{type}") { |value| value.instance_of?(type) }
      def duck_type(*names) = Condition.new("duck type of #{names.join(', ')}") { |value| names.all? { |name| value.respond_to?(name) } }

      def hash_including(*args)
        wanted = args.last.is_a?(Hash) ? args.pop : {}
        Condition.new("hash including #{wanted.inspect}") do |value|
          value.is_a?(Hash) && args.all? { |key| value.key?(key) } &&
            wanted.all? { |key, each| value.key?(key) && Matchers.values_match?(each, value[key]) }
        end
      end

      def hash_excluding(*args)
        wanted = args.last.is_a?(Hash) ? args.pop : {}
        Condition.new("hash excluding #{wanted.inspect}") do |value|
          value.is_a?(Hash) && args.none? { |key| value.key?(key) } && wanted.none? { |key, each| value[key] == each }
        end
      end

      def array_including(*wanted)
        wanted = wanted.first if wanted.length == 1 && wanted.first.is_a?(Array)
        Condition.new("array including #{wanted.inspect}") do |value|
          value.is_a?(Array) && wanted.all? { |each| value.any? { |actual| Matchers.values_match?(each, actual) } }
        end
      end
    end

    # Whether a call has the arguments that are expected.
    def self.arguments_fit?(expected, actual)
      return true if expected.nil?
      return actual.empty? if expected.length == 1 && expected.first.equal?(ArgumentMatchers::NO_ARGS)

      any = expected.index { |each| each.equal?(ArgumentMatchers::ANY_ARGS) }
      if any
        tail = expected.length - any - 1
        return false if actual.length < any + tail

        return Matchers.values_match?(expected[0...any], actual[0...any]) &&
               Matchers.values_match?(expected[(any + 1)..], tail.zero? ? [] : actual[-tail..])
      end
      expected.length == actual.length && expected.zip(actual).all? { |one, other| Matchers.values_match?(one, other) }
    end
  end
end
