# Matchers of what a block does: `raise_error`, `change`, `throw_symbol`, `output`, `yield_control`.
module RSpec
  module Matchers
    module BuiltIn
      class RaiseError < BaseMatcher
        def initialize(error = nil, message = nil, &block)
          @block = block
          @error = error.is_a?(Class) || error.is_a?(Module) || Matchers.matcher?(error) ? error : Exception
          @any = error.nil?
          @message = error.equal?(@error) || error.nil? ? message : error
        end

        def with_message(message)
          @message = message
          self
        end

        def supports_block_expectations? = true

        def matches?(actual, &_)
          @raised = nil
          begin
            actual.respond_to?(:call) ? actual.call : actual
          rescue Exception => e
            @raised = e
          end
          return false if @raised.nil? || !Matchers.values_match?(@error, @raised) || !message_fits?

          @block&.call(@raised)
          true
        end

        def does_not_match?(actual)
          matches?(actual)
          @raised.nil? || !(@any || Matchers.values_match?(@error, @raised)) || !message_fits?
        end

        def description = "raise #{what}"
        def failure_message = "expected #{what}#{got}"
        def failure_message_when_negated = "expected no #{what}#{got}"

        private

        def message_fits? = @message.nil? || Messages.of(@raised).any? { |text| Messages.fits?(@message, text) }

        def what
          return "Exception with #{@error.description}" if @message.nil? && Matchers.matcher?(@error)

          name = Matchers.matcher?(@error) ? @error.description : @error.name
          case @message
          when nil then name
          when Regexp then "#{name} with message matching #{@message.inspect}"
          else "#{name} with #{@message.inspect}"
          end
        end

        def got = @raised ? ", got #{@raised.class}: #{@raised.message}" : ' but nothing was raised'
      end

      class Change < BaseMatcher
        def initialize(receiver, name, block)
          @value = block || -> { receiver.public_send(name) }
          @label = block ? 'result' : "`#{receiver.class}##{name}`"
        end

        def by(amount) = with("by #{Matchers.show(amount)}") { Matchers.values_match?(amount, @after - @before) }
        def by_at_least(amount) = with("by at least #{Matchers.show(amount)}") { @after - @before >= amount }
        def by_at_most(amount) = with("by at most #{Matchers.show(amount)}") { @after - @before <= amount }
        def from(value) = with("from #{Matchers.show(value)}") { Matchers.values_match?(value, @before) }
        def to(value) = with("to #{Matchers.show(value)}") { Matchers.values_match?(value, @after) }
        def supports_block_expectations? = true

        def matches?(actual)
          @before = copy(@value.call)
          actual.call
          @after = copy(@value.call)
          @conditions ? @conditions.all?(&:call) && (@before != @after || @same) : @before != @after
        end

        def does_not_match?(actual)
          @same = true
          matches?(actual)
          @before == @after
        end

        def description = ["change #{@label}", *@words].join(' ')
        def failure_message = "expected #{@label} to have changed as told, but it went from #{@before.inspect} to #{@after.inspect}"
        def failure_message_when_negated = "expected #{@label} not to have changed, but it went from #{@before.inspect} to #{@after.inspect}"

        private

        def with(words, &condition)
          (@words ||= []) << words
          (@conditions ||= []) << condition
          self
        end

        def copy(value) = value.is_a?(Array) || value.is_a?(Hash) || value.is_a?(String) ? value.dup : value
      end

      class ThrowSymbol < BaseMatcher
        def initialize(symbol = nil, value = NOTHING)
          @symbol = symbol
          @value = value
        end

        def supports_block_expectations? = true

        def matches?(actual)
          @thrown = nil
          actual.call
          false
        rescue UncaughtThrowError => e
          @thrown = [e.tag, e.value]
          (@symbol.nil? || @symbol == e.tag) && (@value.equal?(NOTHING) || Matchers.values_match?(@value, e.value))
        end

        def description = "throw #{what}"
        def failure_message = "expected #{what} to be thrown, got #{got}"
        def failure_message_when_negated = "expected #{what} not to be thrown, got #{got}"

        private

        def what = @symbol.nil? ? 'a Symbol' : @symbol.inspect + (@value.equal?(NOTHING) ? '' : " with #{Matchers.show(@value)}")
        def got = @thrown ? @thrown.compact.map(&:inspect).join(' with ') : 'nothing'
      end

      class Output < BaseMatcher
        def to_stdout = on(:$stdout)
        def to_stderr = on(:$stderr)
        alias to_stdout_from_any_process to_stdout
        alias to_stderr_from_any_process to_stderr
        def supports_block_expectations? = true

        def matches?(actual)
          @actual = captured { actual.call }
          return !@actual.empty? if @expected.nil? || @expected.equal?(NOTHING)

          @expected.is_a?(Regexp) ? @expected.match?(@actual) : Matchers.values_match?(@expected, @actual)
        end

        def description = @expected.nil? || @expected.equal?(NOTHING) ? "output to #{stream}" : "output #{Matchers.show(@expected)} to #{stream}"
        def failure_message = "expected block to #{description}, but #{printed}"
        def failure_message_when_negated = "expected block to not #{description}, but #{printed}"

        private

        def stream = @stream.to_s.delete_prefix('$')
        def printed = @actual.empty? ? 'output nothing' : "output #{@actual.inspect}"

        def on(stream)
          @stream = stream
          self
        end

        def captured
          held = StringIO.new
          before = @stream == :$stderr ? $stderr : $stdout
          @stream == :$stderr ? $stderr = held : $stdout = held
          yield
          held.string
        ensure
          @stream == :$stderr ? $stderr = before : $stdout = before
        end
      end

      class YieldProbe < BaseMatcher
        def initialize(kind, expected)
          @kind = kind
          @expected = expected
        end

        def supports_block_expectations? = true

        # How often a block has to be called.
        def exactly(count) = counted(count..count)
        def at_least(count) = counted(count..)
        def at_most(count) = counted(..count)
        def once = exactly(1)
        def twice = exactly(2)
        def thrice = exactly(3)
        def times = self

        def matches?(actual)
          @yielded = []
          yielded = @yielded
          actual.call(proc { |*args| yielded << args })
          case @kind
          when :control then (@counts || (1..)) === @yielded.length
          when :no_args then @yielded == [[]]
          when :args then @yielded.length == 1 && (@expected.empty? ? !@yielded.first.empty? : Matchers.values_match?(@expected, @yielded.first))
          else Matchers.values_match?(@expected, @yielded.map { |args| args.length == 1 ? args.first : args })
          end
        end

        def description
          given = @expected && !@expected.empty? ? "(#{@expected.map { |each| Matchers.show(each) }.join(', ')})" : ''
          case @kind
          when :control then 'yield control'
          when :no_args then 'yield with no args'
          when :args then "yield with args#{given}"
          else "yield successive args#{given}"
          end
        end

        def failure_message = "expected given block to #{description}, got #{@yielded.inspect}"
        def failure_message_when_negated = "expected given block not to #{description}"

        private

        def counted(counts)
          @counts = counts
          self
        end
      end
    end

    # The wordings of an exception: an error of Puppet has those of Puppet beside our own.
    module Messages
      def self.of(error) = error.respond_to?(:wordings) ? error.wordings : [error.message]
      def self.fits?(expected, text) = expected.is_a?(Regexp) ? expected.match?(text) : Matchers.values_match?(expected, text)
    end
  end
end
