# Functions that modules write in Ruby, with the current API and with that of Puppet 3.
module Puppet
  module Functions
    # The functions that have been created, by name.
    def self.created = (@created ||= {})

    def self.create_function(name, base = nil, &block)
      function = Class.new(base || Function)
      function.function_name = name.to_s
      function.class_eval(&block)
      created[name.to_s] = function
    end

    # The base class of functions. Each function has one instance, whose methods implement the dispatches.
    class Function
      class << self
        attr_accessor :function_name

        # Code names itself in messages.
        def name = function_name

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

        def local_types(&block) = LocalTypes.new(local_aliases).instance_eval(&block)

        # The types that the function defines for itself: their notations by name.
        def local_aliases = (@local_aliases ||= {})

        def dispatcher = Dispatcher.new(function_name)

        # The signatures, for the Rust code: per dispatch the method, the parameters, the block, and the return type.
        def signatures
          if dispatches.empty?
            name = function_name.split('::').last
            method = [function_name, name].find { |each| method_defined?(each) }
            raise ArgumentError, "the function #{function_name} has no dispatch and no method of its name" unless method
            return [DispatchBuilder.of_method(method, instance_method(method).parameters).to_a]
          end
          dispatches.map { |dispatch| dispatch.to_a(local_aliases) }
        end
      end

      attr_reader :loader

      def initialize(closure_scope, loader)
        @closure_scope = closure_scope
        @loader = loader
      end

      # A function is called from the top scope, wherever the function that calls it was called. A lambda belongs to the
      # code that passed it, and stays there.
      def call_function(name, *args, &block)
        block ? PuppetHost.call(name.to_s, args, &block) : closure_scope.call_function(name.to_s, args)
      end

      def closure_scope = @closure_scope || PuppetHost.top_scope
    end

    # Selects a dispatch, for functions that override `call`.
    class Dispatcher
      def initialize(name) = @name = name
      def dispatch(_function, _scope, args, &block) = PuppetHost.dispatch(@name, args, &block)
    end

    # A function that can receive the scope of its caller.
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

      # The signature of a function without a dispatch: that of its method, whose parameters take any value.
      def self.of_method(method, parameters)
        builder = new(method)
        # Methods may have required parameters after optional ones; only how many there are matters here.
        of = ->(wanted) { parameters.select { |kind, _| kind == wanted }.map { |_, name| name } }
        of.call(:req).each { |name| builder.param('Any', name) }
        of.call(:opt).each { |name| builder.optional_param('Any', name) }
        of.call(:rest).each { |name| builder.repeated_param('Any', name) }
        builder
      end

      def param(type, name) = add('required', type, name)
      def optional_param(type, name) = add('optional', type, name)
      def repeated_param(type, name) = add('repeated', type, name)
      def required_repeated_param(type, name) = add('required_repeated', type, name)
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

      def add(kind, type, name)
        last = @params.last && @params.last[0]
        raise ArgumentError, "`#{name}` must be declared before the block" if @block
        raise ArgumentError, "`#{name}` must be declared before the repeated parameter" if last.to_s.end_with?('repeated')
        if last == 'optional' && kind.start_with?('required')
          raise ArgumentError, "`#{name}` is required and must be declared before optional parameters"
        end
        @params << [kind, type, name.to_s]
      end

      def to_a(aliases = {})
        types = LocalTypes.new(aliases)
        params = @params.map { |kind, type, name| [kind, types.expand(type), name] }
        block = @block && [@block[0], *@block.drop(1).map { |type| types.expand(type) }]
        [@method, params, block, @returns && types.expand(@returns), @injected, @reports]
      end
    end

    # Types that are known only to the function that defines them. They are written out where it uses them.
    class LocalTypes
      TOKEN = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Z]\w*(?:::[A-Z]\w*)*/.freeze
      MOST = 20

      def initialize(aliases) = @aliases = aliases

      def type(text)
        name, notation = text.split('=', 2).map(&:strip)
        raise ArgumentError, "the type #{text} has no definition" if notation.nil?

        @aliases[name] = notation
      end

      def expand(text, depth = 0)
        return text if @aliases.empty?
        raise ArgumentError, "the type #{text} contains itself" if depth > MOST

        text.to_s.gsub(TOKEN) { |token| @aliases.key?(token) ? expand(@aliases[token], depth + 1) : token }
      end
    end
  end

  module Parser
    module Functions
      # The functions that have been created, by name: whether they return a value, their arity, and their code.
      def self.created = (@created ||= {})

      def self.newfunction(name, options = {}, &block)
        created[name.to_s] = [(options[:type] || :statement).to_s, options[:arity] || -1, block]
      end

      def newfunction(name, options = {}, &block) = Functions.newfunction(name, options, &block)

      # The name of the method by which a scope calls a function, or a false value if it does not exist.
      def self.function(name, environment = nil) = PuppetHost.legacy?(name.to_s) && "function_#{name}"
      def self.autoloader = Autoloader.new

      # Loading does nothing, because functions are loaded when they are called.
      class Autoloader
        def loadall(*_) = nil
        def load(*_) = true
        def loaded?(*_) = true
      end
    end
  end
end
