# `eq`, `eql`, `equal`, `be` and comparisons.
module RSpec
  module Matchers
    module BuiltIn
      class Eq < BaseMatcher
        def holds? = @actual == @expected
        def description = "eq #{Matchers.show(@expected)}"
        def failure_message = "\nexpected: #{@expected.inspect}\n     got: #{@actual.inspect}\n\n(compared using ==)"
        def failure_message_when_negated = "\nexpected: value != #{@expected.inspect}\n     got: #{@actual.inspect}\n"
        def diffable? = true
      end

      class Eql < Eq
        def holds? = @actual.eql?(@expected)
        def description = "eql #{Matchers.show(@expected)}"
        def failure_message = "\nexpected: #{@expected.inspect}\n     got: #{@actual.inspect}\n\n(compared using eql?)"
      end

      class Equal < Eq
        def holds? = @actual.equal?(@expected)
        def description = "equal #{Matchers.show(@expected)}"
        def failure_message = "\nexpected: #{@expected.inspect}\n     got: #{@actual.inspect}\n\n(compared using equal?)"
        def diffable? = false
      end

      # `be` alone, and `be > 3`.
      class Be < BaseMatcher
        def holds? = @actual
        def description = 'be'
        def failure_message = "expected #{@actual.inspect} to evaluate to true"
        def failure_message_when_negated = "expected #{@actual.inspect} to evaluate to false"

        %w[== === =~ < <= > >=].each do |operator|
          define_method(operator) { |value| BeCompared.new(value, operator) }
        end
      end

      class BeCompared < BaseMatcher
        def initialize(expected, operator)
          super(expected)
          @operator = operator
        end

        def holds? = @actual.__send__(@operator, @expected)
        def description = "be #{@operator} #{@expected}"
        def failure_message = "expected: #{@operator} #{@expected.inspect}\n     got: #{' ' * @operator.length} #{@actual.inspect}"
      end

      class BeTruthy < BaseMatcher
        def holds? = @actual
        def description = 'be truthy'
        def failure_message = "expected: truthy value\n     got: #{@actual.inspect}"
        def failure_message_when_negated = "expected: falsey value\n     got: #{@actual.inspect}"
      end

      class BeFalsey < BaseMatcher
        def holds? = !@actual
        def description = 'be falsey'
        def failure_message = "expected: falsey value\n     got: #{@actual.inspect}"
        def failure_message_when_negated = "expected: truthy value\n     got: #{@actual.inspect}"
      end

      class BeNil < BaseMatcher
        def holds? = @actual.nil?
        def description = 'be nil'
        def failure_message = "expected: nil\n     got: #{@actual.inspect}"
        def failure_message_when_negated = "expected: not nil\n     got: nil"
      end

      class BeAKindOf < BaseMatcher
        def holds? = @actual.is_a?(@expected)
        def description = "be a kind of #{@expected}"
      end

      class BeAnInstanceOf < BaseMatcher
        def holds? = @actual.instance_of?(@expected)
        def description = "be an instance of #{@expected}"
      end

      class BeBetween < BaseMatcher
        def initialize(least, most)
          @least = least
          @most = most
          @open = false
        end

        def inclusive
          self
        end

        def exclusive
          @open = true
          self
        end

        def holds? = @open ? @actual > @least && @actual < @most : @actual >= @least && @actual <= @most
        def description = "be between #{@least.inspect} and #{@most.inspect} (#{@open ? 'exclusive' : 'inclusive'})"
      end

      class BeWithin < BaseMatcher
        def of(expected)
          @around = expected
          self
        end

        def percent_of(expected)
          @around = expected
          @expected = expected.abs * @expected / 100.0
          self
        end

        def holds? = @actual.respond_to?(:-) && (@actual - @around).abs <= @expected
        def description = "be within #{@expected} of #{@around}"
      end

      # `be_empty`, `be_valid`: a question that the value itself answers.
      class BePredicate < BaseMatcher
        def initialize(name, args, block)
          @name = name.to_s.sub(/\Abe_(?:an?_)?/, '')
          @args = args
          @block = block
        end

        def holds?
          question = ["#{@name}?", "#{@name}s?"].find { |each| @actual.respond_to?(each) }
          @unanswered = question.nil?
          question && @actual.public_send(question, *@args, &@block)
        end

        def does_not_match?(actual) = !matches?(actual) && !@unanswered
        def description = ["be #{@name.tr('_', ' ')}", *@args.map(&:inspect)].join(' ')

        def failure_message
          return "expected #{@actual.inspect} to respond to `#{@name}?`" if @unanswered

          "expected `#{@actual.inspect}.#{@name}?` to be truthy, got false"
        end

        def failure_message_when_negated
          return failure_message.sub(' to ', ' to ') if @unanswered

          "expected `#{@actual.inspect}.#{@name}?` to be falsey, got true"
        end
      end

      # `have_key(:a)`: the question `has_key?`.
      class HavePredicate < BePredicate
        def initialize(name, args, block)
          super
          @name = name.to_s.sub(/\Ahave_/, 'has_')
        end

        def description = ["have #{@name.sub('has_', '').tr('_', ' ')}", *@args.map(&:inspect)].join(' ')
      end
    end
  end
end
