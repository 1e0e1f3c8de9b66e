# Attributes of resource types: `newparam`, `newproperty`, and the methods in their blocks.

require 'puppet/world'

module Puppet
  # A parameter of a type. Its class holds what its block declares. No instances exist while a type is read.
  class Parameter
    class << self
      attr_reader :name, :doc, :value_collection, :required_features
      attr_accessor :metaparam

      def initvars
        @value_collection = ValueCollection.new
      end

      def desc(text)
        @doc = text
      end

      # As in Puppet, a namevar is also required, although the title may provide it.
      def isnamevar
        @isnamevar = true
        @required = true
      end

      def isnamevar?
        @isnamevar
      end

      def isrequired
        @required = true
      end

      def required?
        @required
      end

      def required_features=(*names)
        @required_features = names.flatten.map { |name| name.to_s.downcase.to_sym }
      end

      def newvalues(*names)
        value_collection.newvalues(*names)
      end

      def aliasvalue(name, other)
        value_collection.aliasvalue(name, other)
      end

      # A block is evaluated on the agent, so only a plain value is known here.
      def defaultto(value = nil, &block)
        if block
          @default = [:block]
          define_method(:default, &block)
        else
          raise Puppet::DevError, 'defaultto needs a value or a block' if value.nil?

          @default = [:value, value]
          define_method(:default) { value }
        end
      end

      def nodefault
        @default = [:none]
      end

      # The default of the class or of the nearest superclass that has one.
      def described_default
        at = self
        until at.nil?
          found = at.instance_variable_get(:@default)
          return found if found

          at = at.superclass
        end
        [:none]
      end

      def munge(&block)
        define_method(:unsafe_munge, &block)
      end

      def unmunge(&block)
        define_method(:unsafe_unmunge, &block)
      end

      def validate(&block)
        define_method(:unsafe_validate, &block)
      end

      def sensitive(value = nil, &block)
        block ? define_method(:is_sensitive, &block) : define_method(:is_sensitive) { value }
      end

      def proxymethods(*names)
        names.each { |name| define_method(name) { self.class.send(name) } }
      end
    end

    attr_accessor :resource, :parent, :sensitive

    # An accepted value: a name with its aliases, or a regular expression.
    class Value
      attr_reader :name, :aliases
      attr_accessor :block, :method, :event, :required_features, :invalidate_refreshes

      def initialize(name)
        @name = name.is_a?(Regexp) ? name : convert(name)
        @aliases = []
      end

      def alias(name)
        @aliases << convert(name)
      end

      def regex?
        @name.is_a?(Regexp)
      end

      def match?(value)
        return !(@name =~ value.to_s).nil? if regex?

        [@name, *@aliases].include?(convert(value))
      end

      private

      def convert(value)
        value == '' ? value : value.to_s.to_sym
      end
    end

    # The accepted values. An empty collection accepts any value.
    class ValueCollection
      def initialize
        @values = {}
      end

      def newvalue(name, options = {}, &block)
        value = Value.new(name)
        options.each { |option, content| value.send("#{option}=", content) unless option == :call }
        value.block = block
        @values[value.name] = value
      end

      def newvalues(*names)
        names.each { |name| newvalue(name) }
      end

      def aliasvalue(name, other)
        value = match?(other.to_sym)
        raise Puppet::DevError, "#{name} cannot be another name of #{other}, which is no value" unless value

        value.alias(name)
      end

      def match?(value)
        all = @values.values
        all.find { |each| !each.regex? && each.match?(value) } || all.find { |each| each.regex? && each.match?(value) }
      end

      def value(name)
        @values[name]
      end

      def values
        @values.values.reject(&:regex?).map(&:name)
      end

      def empty?
        @values.empty?
      end

      # The values in order: `[name or regular expression, aliases]`.
      def describe
        @values.values.map { |value| [value.regex? ? value.name : value.name.to_s, value.aliases.map(&:to_s)] }
      end
    end
  end

  # A parameter whose value is compared with the state of the node, and changed if it differs.
  class Property < Parameter
    class << self
      attr_accessor :unmanaged, :idempotent
      attr_writer :array_matching

      def array_matching
        @array_matching ||= :first
      end

      def newvalue(name, options = {}, &block)
        value_collection.newvalue(name, options, &block)
      end
    end

    # The property `ensure`.
    class Ensure < Property
      def self.defaultvalues
        newvalue(:present)
        newvalue(:absent)
        defaultto { :present }
      end

      defaultto { :present }
    end

    class Boolean < Property; end

    class List < Property; end

    class OrderedList < List; end

    class KeyValue < Property
      class << self
        attr_accessor :log_only_changed_or_new_keys
      end
    end
  end

  class Parameter
    class Boolean < Parameter
      def self.initvars
        super
        value_collection.newvalues('true', 'false', 'yes', 'no')
      end
    end

    class Path < Parameter
      def self.accept_arrays(accept = true)
        @accept_arrays = accept
      end

      def self.arrays?
        @accept_arrays
      end
    end

    class PackageOptions < Parameter; end
  end
end
