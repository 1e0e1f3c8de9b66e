# What matchers have in common, and how values are shown and compared inside of them.
module RSpec
  module Matchers
    # Matchers that can be joined by `and` and `or`.
    module Composable
      def and(other) = BuiltIn::Both.new(self, other)
      def or(other) = BuiltIn::Either.new(self, other)
      alias & and
      alias | or

      def ===(actual) = matches?(actual)
      def values_match?(expected, actual) = Matchers.values_match?(expected, actual)
      def description_of(object) = Matchers.show(object)
      def surface_descriptions_in(item) = item
    end

    module BuiltIn
      # A matcher with one expected value. Subclasses say whether it holds and in which words.
      class BaseMatcher
        include Composable

        attr_reader :actual, :expected

        def initialize(expected = NOTHING)
          @expected = expected
        end

        def matches?(actual)
          @actual = actual
          !!holds?
        end

        def description = "#{words} #{Matchers.show(@expected)}"
        def words = self.class.name.split('::').last.gsub(/([a-z])([A-Z])/, '\1 \2').downcase
        def failure_message = "expected #{Matchers.show(@actual)} to #{description}"
        def failure_message_when_negated = "expected #{Matchers.show(@actual)} not to #{description}"
        def diffable? = false
        def supports_block_expectations? = false
        def supports_value_expectations? = true
        def inspect = description

        private

        # What a block gives if the value is one.
        def called(value) = value.is_a?(Proc) ? value.call : value
      end

      class Both < BaseMatcher
        def initialize(first, second)
          @first = first
          @second = second
        end

        # What has matched another value has words for that one.
        def initialize_copy(_other)
          @first = @first.dup
          @second = @second.dup
        end

        def holds?
          @failed = [@first, @second].reject { |matcher| matcher.matches?(@actual) }
          @failed.empty?
        end

        def description = "#{@first.description} and #{@second.description}"
        def failure_message = joined('and')
        def joined(word) = @failed.length == 1 ? @failed.first.failure_message : @failed.map { |each| Matchers.indented(each.failure_message, 3) }.join("\n\n...#{word}:\n\n")
        def supports_block_expectations? = true
      end

      class Either < Both
        def holds?
          @failed = [@first, @second]
          @failed.any? { |matcher| matcher.matches?(@actual) }
        end

        def description = "#{@first.description} or #{@second.description}"
        def failure_message = joined('or')
      end
    end

    # Hashes as some descriptions have them, with spaces.
    def self.spaced(text) = text.gsub(/(\S)=>(\S)/, '\1 => \2')

    # A number of times, in words.
    def self.often(count) = { 1 => 'once', 2 => 'twice', 3 => 'thrice' }.fetch(count) { "#{count} times" }

    # The lines of a message, as a part of another one.
    def self.indented(message, by) = message.delete_prefix("\n").lines.map { |line| line.strip.empty? ? line : (' ' * by) + line }.join

    # A matcher by another name.
    class Aliased
      include Composable

      def initialize(base, from, to)
        @base = base
        @from = from.to_s.tr('_', ' ')
        @to = to.to_s.tr('_', ' ')
      end

      def initialize_copy(_other)
        @base = @base.dup
      end

      def matches?(actual) = @base.matches?(actual)
      def does_not_match?(actual) = @base.respond_to?(:does_not_match?) ? @base.does_not_match?(actual) : !@base.matches?(actual)
      def description = @base.description.gsub(@from, @to)
      def failure_message = @base.failure_message.gsub(@from, @to)
      def failure_message_when_negated = @base.failure_message_when_negated.gsub(@from, @to)

      # What the matcher itself gives back is this one.
      def method_missing(name, *args, **options, &block)
        found = @base.public_send(name, *args, **options, &block)
        return self if found.equal?(@base)

        found.is_a?(BuiltIn::BaseMatcher) && !%i[expected actual].include?(name) ? Aliased.new(found, @from, @to) : found
      end

      def respond_to_missing?(name, all = false) = @base.respond_to?(name, all)
    end

    # Whether something is a matcher.
    def self.matcher?(object)
      object.respond_to?(:matches?) && (object.respond_to?(:failure_message) || object.respond_to?(:description))
    end

    # Whether an expected value, which may have matchers in it, fits an actual one.
    def self.values_match?(expected, actual)
      if expected.is_a?(Hash) && actual.is_a?(Hash)
        expected.length == actual.length &&
          expected.all? { |key, value| actual.key?(key) && values_match?(value, actual[key]) }
      elsif expected.is_a?(Array) && actual.is_a?(Array)
        expected.length == actual.length && expected.zip(actual).all? { |one, other| values_match?(one, other) }
      elsif matcher?(expected)
        expected.dup.matches?(actual)
      else
        expected == actual || expected === actual
      end
    end

    # A value as messages show it; matchers by what they are about.
    def self.show(value)
      shown = whole(value)
      shown.length < LONGEST ? shown : "#{shown[0..LONGEST / 2]}...#{shown[-LONGEST / 2..]}"
    end

    # How long a value may be before RSpec leaves out what is in the middle.
    LONGEST = 200

    def self.whole(value)
      case value
      when Array then "[#{value.map { |each| whole(each) }.join(', ')}]"
      when Hash then "{#{value.map { |key, each| "#{whole(key)}=>#{whole(each)}" }.join(', ')}}"
      else matcher?(value) && !value.is_a?(Module) ? "(#{value.description})" : value.inspect
      end
    end

    # Several values as an enumeration: `1, 2, and 3`.
    def self.list(values)
      shown = values.map { |value| show(value) }
      shown.length < 3 ? shown.join(' and ') : "#{shown[0..-2].join(', ')}, and #{shown.last}"
    end
  end
end
