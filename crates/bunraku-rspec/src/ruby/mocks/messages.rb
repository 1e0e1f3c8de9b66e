# `receive`: a message, what it answers, and how often it may come.
module RSpec
  module Mocks
    # How often a message comes.
    module Counted
      TIMES = { once: 1, twice: 2, thrice: 3 }.freeze

      def once = exactly(1)
      def twice = exactly(2)
      def thrice = exactly(3)
      def never = exactly(0)

      def exactly(count)
        @least = @most = TIMES.fetch(count, count)
        @counted = true
        self
      end

      def at_least(count)
        @least = TIMES.fetch(count, count)
        @most = nil
        @counted = true
        self
      end

      def at_most(count)
        @least = 0
        @most = TIMES.fetch(count, count)
        @counted = true
        self
      end

      def times = self
      alias time times
      def ordered = self

      private

      # The message with its arguments and its number, as descriptions of examples have it.
      def described(verb)
        count = @least.zero? ? @most || 0 : @least
        "#{verb} #{@name}(#{shown_arguments}) #{count} time#{count == 1 ? '' : 's'}"
      end

      def shown_arguments
        arguments = @arguments || [ArgumentMatchers::ANY_ARGS]
        arguments.empty? ? 'no args' : arguments.map(&:inspect).join(', ')
      end
    end

    class Receive
      include Counted

      attr_reader :name, :arguments, :calls

      def initialize(name, block)
        @name = name.to_sym
        @block = block
        @answers = []
        @calls = 0
        @least = 0
        @most = nil
      end

      def with(*args, &block)
        @arguments = args
        @block = block if block
        self
      end

      def and_return(*values, &block)
        block ? @block = block : answer(values.map { |value| ->(*, &_b) { value } })
      end

      alias returns and_return

      def and_raise(error = RuntimeError, *rest)
        answer([->(*, &_b) { error.is_a?(String) ? raise(error) : raise(error, *rest) }])
      end

      def and_throw(*args) = answer([->(*, &_b) { throw(*args) }])

      def and_yield(*args)
        (@yields ||= []) << args
        yields = @yields
        answer([->(*, &given) { yields.map { |each| given.call(*each) }.last }])
      end

      def and_call_original
        @original = true
        self
      end

      def and_wrap_original(&block)
        @wrapper = block
        self
      end

      def and_invoke(*blocks) = answer(blocks)

      # A message that must come after those that were ordered before it.
      def ordered
        Mocks.order << self
        self
      end

      # A message that must come, once unless it says how often.
      def expected
        exactly(1) unless @counted
        self
      end

      def forbidden = exactly(0)
      def fits?(args) = Mocks.arguments_fit?(@arguments, args)
      def open? = @most.nil? || @calls < @most

      # A block for any instance is told which one was called.
      def call(receiver, original, args, given, any: false)
        @calls += 1
        raise MockExpectationError, unexpected(args) if @most == 0
        raise MockExpectationError, "#{Mocks.show(receiver)} received :#{@name} out of order" unless Mocks.in_order?(self)

        return @wrapper.call(original, *args, &given) if @wrapper
        return original.call(*args, &given) if @original && original
        return @block.call(*(any ? [receiver] : []), *args, &given) if @block && @answers.empty?

        found = @answers.length > 1 ? @answers.shift : @answers.first
        found&.call(*args, &given)
      end

      def verify(target)
        return if @calls >= @least && (@most.nil? || @calls <= @most)

        least = @most == @least ? '' : 'at least '
        with = @arguments ? 'arguments: ' : 'any arguments'
        with += "(#{shown_arguments})" if @arguments
        counts = [[least, @least], ['', @calls]].map { |word, count| "#{word}#{count} time#{count == 1 ? '' : 's'} with #{with}" }
        raise MockExpectationError, "(#{Mocks.show(target)}).#{@name}(#{shown_arguments})\n    expected: #{counts[0]}\n    received: #{counts[1]}"
      end

      def description = described('receive')

      private

      def answer(blocks)
        @answers = blocks
        self
      end

      def unexpected(args) = "expected no call of `#{@name}`, got one with #{args.inspect}"
    end

    # `receive_messages(a: 1)`
    class ReceiveMessages
      attr_reader :messages

      def initialize(messages)
        @messages = messages
      end
    end

    # `receive_message_chain(:a, :b)`
    class ReceiveChain < Receive
      def initialize(names, block)
        names = names.flat_map { |name| name.to_s.split('.') }
        super(names.first, nil)
        if names.length > 1
          @rest = ReceiveChain.new(names[1..], block)
          double = Double.new('chain', {})
          Mocks.allow(double, @rest)
          answer([->(*, &_b) { double }])
        else
          @block = block
        end
      end

      def and_return(*values, &block)
        @rest ? @rest.and_return(*values, &block) : super
        self
      end
    end

    # `have_received(:name)`
    class HaveReceived < Matchers::BuiltIn::BaseMatcher
      include Counted

      def initialize(name)
        @name = name.to_sym
        @least = @most = 1
      end

      def with(*args)
        @arguments = args
        self
      end

      def matches?(actual)
        @actual = actual
        @count = Mocks.received(actual, @name).count { |args| Mocks.arguments_fit?(@arguments, args) }
        @count >= @least && (@most.nil? || @count <= @most)
      end

      def does_not_match?(actual)
        never.matches?(actual)
      end

      def description = described('have received')
      def failure_message = "expected #{Mocks.show(@actual)} to have received `#{@name}`, got it #{@count} times"
      def failure_message_when_negated = "expected #{Mocks.show(@actual)} not to have received `#{@name}`, got it #{@count} times"
    end
  end
end
