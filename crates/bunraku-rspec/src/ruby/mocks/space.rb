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
        return message.call(receiver, original, args, given) if message

        wanted = named.map { |each| each.arguments&.map(&:inspect)&.join(', ') }.join(' or ')
        raise MockExpectationError, "#{Mocks.show(@target)} received :#{name} with unexpected arguments\n  " \
                                    "expected: (#{wanted})\n       got: (#{args.map(&:inspect).join(', ')})"
      end

      def verify = @messages.each { |message| message.verify(@target) }
      def restore = @restore.reverse.each(&:call)

      private

      def replace(name)
        @target.is_a?(AnyInstance) ? replace_in(@target.type, name, any: true) : replace_in(@target.singleton_class, name)
      end

      def replace_in(owner, name, any: false)
        proxy = self
        target = @target
        own = owner.instance_methods(false).include?(name) || owner.private_instance_methods(false).include?(name)
        before = own ? owner.instance_method(name) : nil
        bound = !any && target.respond_to?(name, true) && !target.is_a?(Double) ? target.method(name) : nil
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
        @seeded = false
      end

      # Whether the example has put anything in the place of other code, or chance.
      def active? = @seeded || [proxies, any_instances, @constants || []].any? { |replaced| !replaced.empty? }

      # What is replaced, by name: nothing that leaves it alone depends on it. `nil` if that cannot be told.
      def replaced
        return if @seeded || !any_instances.empty? || !(@constants || []).empty?

        proxies.flat_map { |id, proxy| proxy.messages.map { |message| "#{id} #{message.name}" } }.uniq.sort
      end

      # How often the example has called what is replaced.
      def calls = proxies.values.sum { |proxy| proxy.received.length }

      # Random numbers follow from what the example has said: code of modules must draw from the same ones.
      def seeded = @seeded = true

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
        owner, name = owner_of(path)
        before = owner.const_defined?(name, false) ? [owner.const_get(name, false)] : nil
        nested = before && before.first.is_a?(Module) && transferred ? before.first.constants(false) : []
        nested &= transferred if transferred.is_a?(Array)
        nested.each { |each| value.const_set(each, before.first.const_get(each)) }
        owner.send(:remove_const, name) if before
        owner.const_set(name, value)
        @constants << lambda do
          owner.send(:remove_const, name)
          owner.const_set(name, before.first) if before
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

      def owner_of(path)
        *modules, name = path.to_s.sub(/\A::/, '').split('::')
        owner = modules.reduce(Object) do |at, each|
          at.const_defined?(each, false) ? at.const_get(each) : at.const_set(each, Module.new)
        end
        [owner, name]
      end
    end
  end
end
