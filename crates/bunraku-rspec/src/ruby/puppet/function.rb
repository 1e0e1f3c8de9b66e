# Functions: the subject of a spec about one, and `run`.
module RSpec
  module Puppet
    # A function of Puppet that specs can call.
    class Function
      attr_reader :func_name

      # `input` tells what the function is called with besides its arguments; `done` gets the catalog after a call.
      def initialize(name, input, &done)
        @func_name = name
        @input = input
        @done = done
      end

      def execute(*args, &block)
        return execute_in_spec(args, block) if block || (!plain?(args) && in_ruby?)

        answer = Support.keeping_functions do
          PuppetHost.ask('call_function', @input.call, @func_name, args.map { |each| argument(each) })
        end
        raise FunctionError.of(answer) if answer.key?('error')

        @done.call(Catalogue.numbered(answer['catalog']))
        answer['value']
      end

      def call(_scope, *args) = execute(*args)
      def func = self

      # Mocks may take the place of this method: the code of the function calls it where there are any.
      def call_function(name, *args, &block) = PuppetHost.call(name.to_s, args, &block)

      class << self
        attr_accessor :mocked
      end

      def closure_scope = PuppetHost.keep_scope

      # Whether Puppet code can have a value. Others are objects of Ruby, which a function gets as they are.
      def self.plain?(value)
        case value
        when Symbol then false
        when String then value.instance_of?(String) || value.is_a?(RawString)
        when Array then value.all? { |each| plain?(each) }
        when Hash then value.all? { |key, each| plain?(key) && plain?(each) }
        when Module then false
        else true
        end
      end

      private

      # Inside other values a symbol stays one, even `:undef`.
      def plain?(args) = !mocked? && args.all? { |each| %i[undef default].include?(each) || Function.plain?(each) }
      def mocked? = RSpec::Mocks.proxies.key?(__id__)

      # A function that gets a block or an object of Ruby runs beside the spec, not in a compilation.
      def execute_in_spec(args, block)
        input = @input.call
        PuppetHost.ask('scope', input)
        PuppetHost.ask('in_spec', true)
        args = args.map { |each| argument(each) }
        Function.mocked = self if mocked?
        Support.keeping_functions do
          next PuppetHost.call(@func_name, args, &block) unless PuppetHost.ask('in_ruby', @func_name) == 'legacy'

          # Functions of the older API know no undefined values.
          args = args.map { |each| each.nil? || each == :undef ? '' : each }
          PuppetHost.scope.public_send("function_#{@func_name}", args)
        end
      ensure
        Function.mocked = nil
        PuppetHost.ask('in_spec', false)
      end

      def in_ruby? = !PuppetHost.ask('in_ruby', @func_name).nil?

      def argument(value)
        case value
        when Sensitive then PuppetHost.sensitive(argument(value.unwrap))
        when ::Puppet::Resource then value.reference
        when Array then value.map { |each| argument(each) }
        when Hash then value.to_h { |key, each| [argument(key), argument(each)] }
        else value
        end
      end
    end

    # What a function raised: an exception of the class that the function raises in Puppet, or one of ours where that is
    # not known.
    class FunctionError < CompilationError
      def self.of(answer)
        return new(answer) if answer['class'].nil? || !Object.const_defined?(answer['class'])

        error = Object.const_get(answer['class']).exception(answer['message'])
        error.define_singleton_method(:wordings) { answer['wordings'] }
        error
      rescue ArgumentError
        new(answer)
      end
    end

    class RunFunction
      include RSpec::Matchers::Composable

      NONE = Object.new

      def initialize
        @returned = NONE
      end

      def with_params(*params)
        @params = params
        @shown = params.map(&:inspect).join(', ')
        self
      end

      def with_lambda(&block)
        @block = block
        self
      end

      def and_return(value)
        @returned = value
        @words = value.is_a?(Regexp) ? "match #{value.inspect}" : "return #{value.inspect}"
        self
      end

      def and_raise_error(error, message = nil)
        @raises = true
        @error, @message = error.is_a?(String) || error.is_a?(Regexp) ? [Exception, error] : [error, message]
        @words = "raise an #{@error}"
        @words += @message.is_a?(Regexp) ? " with the message matching #{@message.inspect}" : "with the message #{@message.inspect}" if @message
        self
      end

      def matches?(function)
        @function = function
        @actual = @raised = nil
        begin
          @actual = function.execute(*(@params || []), &@block)
        rescue NotImplementedError
          raise
        rescue Exception => e
          @raised = e
        end
        return expected_error? if @raises
        return false if @raised
        return true if @returned.equal?(NONE)

        expected_value?
      end

      def description = "run #{@function&.func_name}(#{@shown}) #{@words ? "and #{@words}" : 'without error'}"

      def failure_message
        got = @raised ? "instead of raising #{@raised.class}(#{@raised.message})" : "instead of returning #{@actual.inspect}"
        "expected #{@function&.func_name}(#{@shown}) to #{wanted} #{got}"
      end

      def failure_message_when_negated = "expected #{@function&.func_name}(#{@shown}) not to #{wanted}"
      def supports_block_expectations? = true

      private

      def wanted
        return 'have run successfully' unless @words
        return "have returned #{@returned.inspect}" unless @raises

        "have raised #{@error}#{@message ? " matching #{@message.inspect}" : ''}"
      end

      # The class of an error of ours says nothing.
      def expected_error?
        return false unless @raised
        return false unless @raised.is_a?(FunctionError) || @error === @raised

        @message.nil? || RSpec::Matchers::Messages.of(@raised).any? { |text| RSpec::Matchers::Messages.fits?(@message, text) }
      end

      def expected_value?
        case @returned
        # Puppet's `undef` is `nil` when it comes back from a call.
        when :undef then @actual.nil? || @actual == :undef
        when Regexp then @returned.match?(@actual.to_s)
        when RSpec::Mocks::ArgumentMatchers::Condition then @returned === @actual
        when Sensitive then @returned == @actual
        else RSpec::Matchers.matcher?(@returned) ? @returned.matches?(@actual) : same?(@returned, @actual)
        end
      end

      # Values that must not be shown may be anywhere in what a function returns.
      def same?(expected, actual)
        case expected
        when Sensitive then actual.respond_to?(:unwrap) && same?(expected.unwrap, actual.unwrap)
        when :undef then actual.nil? || actual == :undef
        when ::Puppet::Resource then actual.respond_to?(:type_name) && expected == ::Puppet::Resource.new(actual)
        when Hash then actual.is_a?(Hash) && expected.length == actual.length && expected.all? { |key, value| same_entry?(key, value, actual) }
        when Symbol then actual == expected || actual == expected.to_s
        when Array then actual.is_a?(Array) && expected.length == actual.length && expected.zip(actual).all? { |one, other| same?(one, other) }
        else actual == expected
        end
      end

      # Symbols have become strings on their way through Puppet.
      def same_entry?(key, value, actual)
        key = key.to_s if key.is_a?(Symbol) && !actual.key?(key)
        actual.key?(key) && same?(value, actual[key])
      end
    end
  end
end

module Puppet
  module Functions
    # What a function calls goes to the mocks of the example first.
    class Function
      alias plain_call_function call_function

      def call_function(name, *args, &block)
        mocked = RSpec::Puppet::Function.mocked
        mocked ? mocked.call_function(name, *args, &block) : plain_call_function(name, *args, &block)
      end
    end
  end
end
