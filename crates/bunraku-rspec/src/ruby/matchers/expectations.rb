# `expect(...).to`: what is expected, of what, and what happens if it does not hold.
module RSpec
  module Expectations
    class ExpectationNotMetError < Exception; end

    # Several failures of one block.
    class MultipleExpectationsNotMetError < ExpectationNotMetError
      attr_reader :failures

      def initialize(failures)
        @failures = failures
        super(failures.each_with_index.map { |failure, at| "#{at + 1}) #{failure.message}" }.join("\n"))
      end

      alias all_exceptions failures
    end

    class << self
      def fail_with(message, expected = nil, actual = nil, differ: false)
        message = "#{message}\n#{difference(expected, actual)}" if differ && (text = difference(expected, actual)) && !text.empty?
        error = ExpectationNotMetError.new(message)
        raise error unless @aggregated

        begin
          raise error
        rescue ExpectationNotMetError => e
          @aggregated << e
        end
        false
      end

      # Runs a block to its end although expectations in it fail, and tells all that did.
      def aggregate
        outer = @aggregated
        failures = @aggregated = []
        begin
          yield
        rescue RSpec::Core::SkipExample
          raise
        rescue Exception => e
          failures << e
        end
        @aggregated = outer
        case failures.length
        when 0 then true
        when 1 then outer ? outer << failures.first : raise(failures.first)
        else
          error = MultipleExpectationsNotMetError.new(failures)
          outer ? outer << error : raise(error)
        end
      end

      # The difference of two values, line by line, as long as both have several.
      def difference(expected, actual) = Difference.of(expected, actual)
    end

    # What `expect` gives.
    class Target
      def initialize(value, block)
        @value = value
        @block = block
      end

      def to(matcher = nil, message = nil)
        return Operator.new(@value, true) if matcher.nil?
        return handle(matcher, 'is expected to') { Mocks.expect(@value, matcher) } if matcher.is_a?(Mocks::Receive)

        result = handle(matcher, 'is expected to') { |actual| matcher.matches?(actual) }
        return result if result

        fail_with(matcher, message, :failure_message)
      end

      def not_to(matcher = nil, message = nil)
        return Operator.new(@value, false) if matcher.nil?
        return handle(matcher, 'is expected not to') { Mocks.expect_not(@value, matcher) } if matcher.is_a?(Mocks::Receive)

        holds = handle(matcher, 'is expected not to') do |actual|
          matcher.respond_to?(:does_not_match?) ? matcher.does_not_match?(actual) : !matcher.matches?(actual)
        end
        return true if holds

        fail_with(matcher, message, :failure_message_when_negated)
      end

      alias to_not not_to

      private

      # A matcher gives the example its description once it has matched: of nested ones the outermost.
      def handle(matcher, words)
        yield(@block || @value)
      ensure
        RSpec::Matchers.handled(matcher, words)
      end

      def fail_with(matcher, message, kind)
        message = message.call if message.respond_to?(:call)
        message ||= failure_message(matcher, kind)
        differ = kind == :failure_message && matcher.respond_to?(:diffable?) && matcher.diffable?
        differ ? Expectations.fail_with(message, matcher.expected, matcher.actual, differ: true) : Expectations.fail_with(message)
      end

      def failure_message(matcher, kind)
        return matcher.public_send(kind) if matcher.respond_to?(kind)

        old = kind == :failure_message ? %i[failure_message_for_should] : %i[negative_failure_message failure_message_for_should_not]
        name = old.find { |each| matcher.respond_to?(each) }
        name ? matcher.public_send(name) : "expected #{@value.inspect} #{kind == :failure_message ? 'to' : 'not to'} hold"
      end
    end

    # `should ==` and its kin.
    class Operator
      def initialize(actual, wanted)
        @actual = actual
        @wanted = wanted
      end

      %w[== === =~ > >= < <=].each do |operator|
        define_method(operator) do |expected|
          holds = operator == '=~' && @actual.is_a?(Enumerable) ? same_elements?(expected) : !!@actual.__send__(operator, expected)
          RSpec::Matchers.describe("is expected to #{operator} #{expected.inspect}")
          return true if holds == @wanted

          Expectations.fail_with("expected: #{operator} #{expected.inspect}\n     got: #{operator.gsub(/./, ' ')} #{@actual.inspect}")
        end
      end

      def !=(other)
        raise NoMethodError, "use `should_not == #{other.inspect}`"
      end

      private

      # `should =~ [...]` compares elements in any order.
      def same_elements?(expected) = Matchers::BuiltIn::ContainExactly.new(expected.to_a).matches?(@actual)
    end

    # Lines of two texts that differ.
    module Difference
      MOST = 400

      def self.of(expected, actual)
        before, after = lines(expected), lines(actual)
        return '' if before.length < 2 && after.length < 2 || before.length > MOST || after.length > MOST

        "Diff:\n#{changes(before, after).join("\n")}"
      end

      def self.lines(value)
        case value
        when String then value.lines.map(&:chomp)
        when Hash then value.map { |key, each| "#{key.inspect} => #{each.inspect}," }
        when Array then value.map { |each| "#{each.inspect}," }
        else value.inspect.lines.map(&:chomp)
        end
      end

      # The longest common lines stay, all else is taken away or added.
      def self.changes(before, after)
        table = Array.new(before.length + 1) { Array.new(after.length + 1, 0) }
        (before.length - 1).downto(0) do |i|
          (after.length - 1).downto(0) do |j|
            table[i][j] = before[i] == after[j] ? table[i + 1][j + 1] + 1 : [table[i + 1][j], table[i][j + 1]].max
          end
        end
        i = j = 0
        out = []
        while i < before.length || j < after.length
          if i < before.length && j < after.length && before[i] == after[j]
            out << " #{before[i]}"
            i += 1
            j += 1
          elsif i < before.length && (j == after.length || table[i + 1][j] >= table[i][j + 1])
            out << "-#{before[i]}"
            i += 1
          else
            out << "+#{after[j]}"
            j += 1
          end
        end
        out
      end
    end
  end

  module Matchers
    NOTHING = Object.new

    def expect(value = NOTHING, &block)
      raise ArgumentError, '`expect` takes a value or a block' if value.equal?(NOTHING) && block.nil?

      Expectations::Target.new(value.equal?(NOTHING) ? nil : value, block)
    end

    class << self
      def handled(matcher, words)
        @generated_description = nil
        @last = [matcher, words] if RSpec.current_example
      end

      # Descriptions of matchers may depend on what they have matched, and are asked for at the end.
      def generated_description
        return @generated_description unless @last

        matcher, words = @last
        "#{words} #{describe_matcher(matcher)}"
      end

      def describe(text)
        @last = nil
        @generated_description = text
      end

      def forget_description
        @last = nil
        @generated_description = nil
      end

      def describe_matcher(matcher)
        matcher.respond_to?(:description) ? matcher.description : "match #{matcher.inspect}"
      rescue StandardError
        '(a matcher without a description)'
      end

      def clear_generated_description = forget_description
    end
  end
end

# `object.should matcher`, of suites that are older than `expect`.
class Object
  def should(matcher = nil, message = nil) = RSpec::Expectations::Target.new(self, nil).to(matcher, message)
  def should_not(matcher = nil, message = nil) = RSpec::Expectations::Target.new(self, nil).not_to(matcher, message)
end
