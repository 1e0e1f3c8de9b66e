# Functions that modules write in Ruby: the interface of today, and the one of Puppet 3.
module Puppet
  module Functions
    # What functions are created, by name.
    def self.created = (@created ||= {})

    def self.create_function(name, base = nil, &block)
      function = Class.new(base || Function)
      function.function_name = name.to_s
      function.class_eval(&block)
      created[name.to_s] = function
    end

    # A function. It is made once, and its methods are what its dispatches name.
    class Function
      class << self
        attr_accessor :function_name

        def dispatches = (@dispatches ||= [])

        def dispatch(method, &block)
          builder = DispatchBuilder.new(method)
          builder.instance_eval(&block)
          dispatches << builder
        end

        def argument_mismatch(method, &block)
          builder = DispatchBuilder.new(method)
          builder.instance_eval(&block)
          builder.reports = true
          dispatches << builder
        end

        def local_types(&block) = LocalTypes.new.instance_eval(&block)

        def dispatcher = Dispatcher.new(function_name)

        # What the interpreter reads: for each dispatch the method, the parameters, the block, and what it returns.
        def signatures
          if dispatches.empty?
            name = function_name.split('::').last
            method = [function_name, name].find { |each| method_defined?(each) }
            raise ArgumentError, "the function #{function_name} has no dispatch and no method of its name" unless method
            return [DispatchBuilder.of_method(method, instance_method(method).arity).to_a]
          end
          dispatches.map(&:to_a)
        end
      end

      def call_function(name, *args, &block) = PuppetHost.call(name.to_s, args, &block)
      def closure_scope = PuppetHost.scope
      def loader = nil
    end

    # Chooses a dispatch, for functions that are called in a way of their own.
    class Dispatcher
      def initialize(name) = @name = name
      def dispatch(_function, _scope, args, &block) = PuppetHost.dispatch(@name, args, &block)
    end

    # A function that may ask for the scope that it is called from.
    class InternalFunction < Function
    end

    class DispatchBuilder
      attr_accessor :reports

      def initialize(method)
        @method = method.to_s
        @params = []
        @injected = []
        @block = nil
        @returns = nil
      end

      def self.of_method(method, arity)
        builder = new(method)
        (arity.negative? ? -arity - 1 : arity).times { builder.param('Any', :value) }
        builder.optional_repeated_param('Any', :values) if arity.negative?
        builder
      end

      def param(type, name) = @params << ['required', type, name.to_s]
      def optional_param(type, name) = @params << ['optional', type, name.to_s]
      def repeated_param(type, name) = @params << ['repeated', type, name.to_s]
      def required_repeated_param(type, name) = @params << ['required_repeated', type, name.to_s]
      def block_param(*type_and_name) = @block = ['required', *type_and_name.map(&:to_s)]
      def optional_block_param(*type_and_name) = @block = ['optional', *type_and_name.map(&:to_s)]
      def return_type(type) = @returns = type
      def scope_param = @injected << 'scope'
      def compiler_param = @injected << 'scope'
      def cache_param = @injected << 'cache'
      def node_param = @injected << 'scope'

      alias required_param param
      alias optional_repeated_param repeated_param
      alias required_block_param block_param

      def to_a = [@method, @params, @block, @returns, @injected, @reports]
    end

    class LocalTypes
      def type(text) = PuppetHost.refuse('local types of a function')
    end
  end

  module Parser
    module Functions
      # What functions are created, by name: what they give, how many arguments they take, and their code.
      def self.created = (@created ||= {})

      def self.newfunction(name, options = {}, &block)
        created[name.to_s] = [(options[:type] || :statement).to_s, options[:arity] || -1, block]
      end

      def newfunction(name, options = {}, &block) = Functions.newfunction(name, options, &block)

      # The name under which a scope has a function, if there is one.
      def self.function(name, environment = nil) = PuppetHost.legacy?(name.to_s) && "function_#{name}"
      def self.autoloader = Autoloader.new

      # Functions are loaded when they are called.
      class Autoloader
        def loadall(*_) = nil
        def load(*_) = true
        def loaded?(*_) = true
      end
    end
  end
end
