# Doubles: objects that answer what they are told.
module RSpec
  module Mocks
    class Double
      def initialize(name, messages, null: false)
        @name = name
        @null = null
        messages.each { |message, value| Mocks.allow(self, Receive.new(message, nil).and_return(value)) }
      end

      def as_null_object
        @null = true
        self
      end

      # The constant that a double of a class can take the place of.
      attr_writer :constant

      def as_stubbed_const(transfer_nested_constants: false)
        Mocks.stub_const(@constant, self)
      end

      def null_object? = @null
      def inspect = "#<Double #{@name.inspect}>"
      alias to_s inspect

      def method_missing(name, *args, &block)
        if @null
          Mocks.note(self, name, args)
          return self
        end
        raise MockExpectationError, "#{inspect} received unexpected message :#{name} with (#{args.map(&:inspect).join(', ')})"
      end

      def respond_to_missing?(_name, _all = false) = @null
    end

    # What examples can call.
    module ExampleMethods
      include ArgumentMatchers

      def allow(target) = Allowed.new(target)
      def allow_any_instance_of(type) = Allowed.new(AnyInstance.of(type))
      def expect_any_instance_of(type) = Allowed.new(AnyInstance.of(type), expected: true)
      def receive(name, &block) = Receive.new(name, block)
      def receive_messages(messages) = ReceiveMessages.new(messages)
      def receive_message_chain(*names, &block)
        answers = names.last.is_a?(Hash) ? names.pop : {}
        return ReceiveChain.new(names, block) if answers.empty?

        ReceiveChain.new(names + [answers.keys.first], nil).and_return(answers.values.first)
      end

      def have_received(name, &_block) = HaveReceived.new(name)

      def double(name = nil, messages = {}, **more)
        name, messages = nil, name if name.is_a?(Hash)
        Double.new(name, messages.merge(more))
      end

      def instance_double(type, messages = {}, **more) = double("InstanceDouble(#{type})", messages, **more)
      def class_double(type, messages = {}, **more)
        double("ClassDouble(#{type})", messages, **more).tap { |double| double.constant = type.to_s }
      end

      def object_double(object, messages = {}, **more) = double("ObjectDouble(#{object.inspect})", messages, **more)
      def spy(name = nil, messages = {}, **more) = double(name, messages, **more).as_null_object
      def instance_spy(type, messages = {}, **more) = instance_double(type, messages, **more).as_null_object
      def class_spy(type, messages = {}, **more) = class_double(type, messages, **more).as_null_object

      def stub_const(path, value, transfer_nested_constants: false) = Mocks.stub_const(path, value, transfer_nested_constants)
      def hide_const(path) = Mocks.hide_const(path)
    end

    # What `allow` gives.
    class Allowed
      def initialize(target, expected: false)
        @target = target
        @expected = expected
      end

      def to(what, &block)
        case what
        when ReceiveMessages
          what.messages.each { |name, value| add(Receive.new(name, nil).and_return(value)) }
        when Receive
          what.and_return(&block) if block
          add(what)
        else
          raise ArgumentError, "`allow(...).to` takes `receive`, got #{what.inspect}"
        end
      end

      def not_to(what) = Mocks.add(@target, what.forbidden)
      alias to_not not_to

      private

      def add(message) = @expected ? Mocks.expect(@target, message) : Mocks.allow(@target, message)
    end

    # The older syntax, in which objects are told themselves.
    module Told
      def stub(name, &block) = told(name, block) { |message| Mocks.allow(self, message) }
      def should_receive(name, &block) = told(name, block) { |message| Mocks.expect(self, message) }
      def should_not_receive(name, &block) = told(name, block) { |message| Mocks.expect_not(self, message) }

      def stub_chain(*names, &block)
        answers = names.last.is_a?(Hash) ? names.pop : {}
        chain = ReceiveChain.new(names + answers.keys, block)
        answers.each_value { |value| chain.and_return(value) }
        Mocks.allow(self, chain)
      end

      private

      def told(name, block)
        return yield(Receive.new(name, block)) unless name.is_a?(Hash)

        name.map { |each, value| yield(Receive.new(each, nil).and_return(value)) }.last
      end
    end

    class Double
      include Told
    end

    # All instances of a class, as one target.
    class AnyInstance
      include Told

      attr_reader :type

      def self.of(type) = (Mocks.any_instances[type] ||= new(type))

      def initialize(type)
        @type = type
      end
    end
  end

  class Core::ExampleGroup
    include Mocks::ExampleMethods
  end
end

class Object
  include RSpec::Mocks::Told
end

class Class
  def any_instance = RSpec::Mocks::AnyInstance.of(self)
end
