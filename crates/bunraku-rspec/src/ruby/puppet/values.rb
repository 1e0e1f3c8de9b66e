# Values of specs that stand for values of Puppet.
module RSpec
  module Puppet
    # Code that stands in a manifest as it is.
    class RawString
      def initialize(code)
        @code = code
      end

      def inspect = @code
      alias to_s inspect
    end

    # A value that must not be shown.
    class Sensitive
      def initialize(value)
        @value = value
      end

      def unwrap = @value
      def sensitive? = true
      def inspect = "Sensitive(#{@value.inspect})"
      alias to_s inspect

      def ==(other)
        return false unless other.respond_to?(:unwrap)

        @value.is_a?(Regexp) ? @value.match?(other.unwrap.to_s) : @value == other.unwrap
      end
    end

    # A failed compilation. It has our own words, and those of Puppet where they are known.
    class CompilationError < ::Puppet::PreformattedError
      attr_reader :wordings, :source

      def initialize(answer)
        @source = answer['source']
        @wordings = answer['wordings']
        @code = answer['code']
        super(answer['error'])
      end
    end
  end
end
