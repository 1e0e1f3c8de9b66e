# What has been replaced for the running example, and is put back after it.
module RSpec
  module Mocks
    # The messages of one object that are replaced.
    class Proxy
      attr_reader :target, :messages, :received

      def initialize(target)
        @target = target
        @messages = []
        @received = []
        @restore = []
      end

      def add(message)
        replace(message.name) if @messages.none? { |each| each.name == message.name }
        @messages << message
        message
      end

      def call(receiver, name, original, args, given)
        @received << [name, args]
        named = @messages.select { |message| message.name == name }
        fitting = named.select { |message| message.fits?(args) }
        # The newest that still waits for a call comes first.
        message = fitting.reverse.find(&:open?) || fitting.last
        return message.call(receiver, original, args, given, any: @target.is_a?(AnyInstance)) if message

        wanted = named.map { |each| each.arguments&.map(&:inspect)&.join(', ') }.join(' or ')
        raise MockExpectationError, "#{Mocks.show(@target)} received :#{name} with unexpected arguments\n  " \
                                    "expected: (#{wanted})\n       got: (#{args.map(&:inspect).join(', ')})"
      end

      def verify = @messages.each { |message| message.verify(@target) }
      def restore = @restore.reverse.each(&:call)

      private

      # An object may respond to a message without a method for it.
      def method_of(target, name)
        target.method(name) if target.respond_to?(name, true)
      rescue NameError
        nil
      end

      def replace(name)
        @target.is_a?(AnyInstance) ? replace_in(@target.type, name, any: true) : replace_in(@target.singleton_class, name)
      end

      def replace_in(owner, name, any: false)
        proxy = self
        target = @target
        own = owner.instance_methods(false).include?(name) || owner.private_instance_methods(false).include?(name)
        before = own ? owner.instance_method(name) : nil
        bound = any || target.is_a?(Double) ? nil : method_of(target, name)
        owner.send(:define_method, name) do |*args, **options, &given|
          args += [options] unless options.empty?
          original = any ? before&.bind(self) : bound
          proxy.call(self, name, original, args, given)
        end
        @restore << lambda do
          own ? owner.send(:define_method, name, before) : owner.send(:remove_method, name)
        end
      end
    end

    # Suites may ask for the syntax that groups have anyway.
    module Syntax
      def self.enable_expect(*) = nil
      def self.enable_should(*) = nil
    end

    class << self
      # The framework does this for each example, whether or not a suite does it, too.
      def setup = nil
      def teardown = nil

      def set_up
        @proxies = {}
        @any_instances = {}
        @constants = []
        @order = []
        @seeded = false
      end

      # Whether the example has put anything in the place of other code, or chance.
      def active? = @seeded || [proxies, any_instances, @constants || []].any? { |replaced| !replaced.empty? }

      # What is replaced, by name: nothing that leaves it alone depends on it. `nil` if that cannot be told.
      def replaced
        return if @seeded || !any_instances.empty? || !(@constants || []).empty?

        proxies.flat_map { |id, proxy| proxy.messages.map { |message| "#{id} #{message.name}" } }.uniq.sort
      end

      # The names of modules, classes and classes of objects of which a method is replaced.
      def replaced_modules
        targets = proxies.values.map do |proxy|
          target = proxy.target.is_a?(AnyInstance) ? proxy.target.type : proxy.target
          target.is_a?(Module) ? target : target.class
        end
        targets.map(&:name).uniq.sort
      end

      # How often the example has called what is replaced.
      def calls = proxies.values.sum { |proxy| proxy.received.length }

      # Random numbers follow from what the example has said: code of modules must draw from the same ones.
      def seeded = @seeded = true

      # The messages that have to come one after another, and those that still have to.
      def order = (@order ||= [])

      def in_order?(message)
        place = order.index(message)
        @order = order.drop(1) if place == 0
        place.nil? || place == 0
      end

      def any_instances = (@any_instances ||= {})
      def proxies = (@proxies ||= {})

      def add(target, message)
        raise ArgumentError, 'nothing can be allowed or expected of nil' if target.nil?

        (proxies[target.__id__] ||= Proxy.new(target)).add(message)
      end

      def allow(target, message) = add(target, message)
      def expect(target, message) = add(target, message.expected)
      def expect_not(target, message) = add(target, message.forbidden)
      def received(target, name) = proxies[target.__id__] ? proxies[target.__id__].received.select { |each, _| each == name }.map(&:last) : []
      def note(target, name, args) = (proxies[target.__id__] ||= Proxy.new(target)).received << [name, args]
      def verify = proxies.values.each(&:verify)

      def tear_down
        proxies.values.reverse.each(&:restore)
        (@constants || []).reverse.each(&:call)
        set_up
      end

      def stub_const(path, value, transferred = false)
        made = []
        owner, name = owner_of(path, made)
        before = owner.const_defined?(name, false) ? [owner.const_get(name, false)] : nil
        nested = before && before.first.is_a?(Module) && transferred ? before.first.constants(false) : []
        nested &= transferred if transferred.is_a?(Array)
        nested.each { |each| value.const_set(each, before.first.const_get(each)) }
        owner.send(:remove_const, name) if before
        owner.const_set(name, value)
        @constants << lambda do
          owner.send(:remove_const, name)
          owner.const_set(name, before.first) if before
          made.reverse.each { |around, each| around.send(:remove_const, each) }
        end
        value
      end

      def hide_const(path)
        owner, name = owner_of(path)
        return unless owner.const_defined?(name, false)

        before = owner.send(:remove_const, name)
        @constants << -> { owner.const_set(name, before) }
      end

      def show(target) = target.is_a?(AnyInstance) ? "an instance of #{target.type}" : target.inspect

      private

      # The module of a constant, and its name. Notes the modules that have to be made for it.
      def owner_of(path, made = [])
        *modules, name = path.to_s.sub(/\A::/, '').split('::')
        owner = modules.reduce(Object) do |at, each|
          next at.const_get(each) if at.const_defined?(each, false)

          made << [at, each]
          at.const_set(each, Module.new)
        end
        [owner, name]
      end
    end
  end
end
