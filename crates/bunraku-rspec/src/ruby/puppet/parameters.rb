# Whether parameters of a resource have the values that a spec expects.
module RSpec
  module Puppet
    class ParameterMatcher
      attr_reader :errors

      # `wanted` tells whether the value is expected, or expected not to be there.
      def initialize(name, expected, wanted)
        @name = name
        @expected = expected
        @wanted = wanted
        @errors = []
      end

      def matches?(parameters)
        actual = parameters[@name]
        actual = actual.binary_buffer if actual.respond_to?(:binary_buffer)
        # Puppet makes a value of an array with one element.
        actual = [actual] if @expected.is_a?(Array) && !actual.is_a?(Array)
        return true if fits?(@expected, actual)

        @errors << Mismatch.new(@name, @expected, actual, @wanted)
        false
      end

      private

      def fits?(expected, actual)
        return false if actual.nil? && !expected.nil? && !expected.is_a?(Proc)

        case expected
        when Proc then expected.call(actual) == @wanted
        when Regexp then expected.match?(actual.to_s) == @wanted
        when Hash then same_kind?(expected, actual) && same_size?(expected, actual) && expected.all? { |key, value| fits?(value, actual[key]) }
        when Array then same_kind?(expected, actual) && same_size?(expected, actual) && expected.each_with_index.all? { |value, at| fits?(value, actual[at]) }
        when Sensitive then expected == actual
        else (expected.to_s == actual.to_s) == @wanted
        end
      end

      def same_kind?(expected, actual)
        return true if (actual.class == expected.class) == @wanted

        @errors << Mismatch.new(@name, expected, actual, @wanted)
        false
      end

      def same_size?(expected, actual) = (expected.size == actual.size) == @wanted
    end

    # A parameter with another value than the expected one.
    class Mismatch
      attr_reader :name, :expected, :actual

      def initialize(name, expected, actual, wanted)
        @name = name
        @expected = expected
        @actual = actual
        @wanted = wanted
      end

      def to_s
        not_ = @wanted ? '' : 'not '
        return "#{@name} #{not_}set to supplied string" if @name == :content && @expected.is_a?(String)

        "#{@name} #{not_}set to #{@expected.inspect} but it is set to #{@actual.inspect}"
      end
    end
  end
end
