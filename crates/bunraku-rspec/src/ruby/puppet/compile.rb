# `compile`: there is a catalog, without circles.
module RSpec
  module Puppet
    class Compile
      include RSpec::Matchers::Composable

      def with_all_deps
        @dependencies = true
        self
      end

      def and_raise_error(expected)
        @expected = expected
        self
      end

      def matches?(catalogue)
        @cycles = []
        @missing = []
        catalogue = catalogue.call
        Checked.check(catalogue)
        @cycles = catalogue.cycles
        @missing = catalogue.dangling if @dependencies && @cycles.empty?
        @cycles.empty? && @missing.empty? && @expected.nil?
      rescue ::Puppet::Error => e
        @error = e
        return false if @expected.nil?

        RSpec::Matchers::Messages.of(e).any? { |text| RSpec::Matchers::Messages.fits?(@expected, text) }
      end

      def description
        case @expected
        when nil then 'compile into a catalogue without dependency cycles'
        when Regexp then "fail to compile and raise an error matching #{@expected.inspect}"
        else "fail to compile and raise the error #{@expected.inspect}"
        end
      end

      def failure_message
        return "dependency cycles found: #{@cycles.map { |cycle| "(#{cycle.join(' => ')})" }.join('; ')}" unless @cycles.empty?
        return ["error during compilation: #{@error.message}", source].compact.join("\n") if @error
        return "expected that the catalogue would include #{@missing.join(', ')}" unless @missing.empty?

        "expected that the catalogue would #{description}"
      end

      def failure_message_when_negated
        @expected ? 'expected that the catalogue would compile but it does not' : 'expected that the catalogue would not compile but it does'
      end

      def supports_block_expectations? = true

      private

      # The line of a manifest with the mistake.
      def source = @error.respond_to?(:source) && @error.source ? "at #{@error.source}" : nil
    end
  end
end
