# Values of attributes as an agent takes them: checked, and converted.
require 'puppet/type'

module Puppet
  class Parameter
    def initialize(resource: nil)
      @resource = resource
    end

    def name = self.class.name
    def value = @value

    def value=(value)
      validate(value)
      @value = munge(value)
    end

    def validate(value) = unsafe_validate(value)
    def munge(value) = unsafe_munge(value)
    def unsafe_validate(value) = self.class.value_collection.validate(value)
    def unsafe_munge(value) = self.class.value_collection.munge(value)
    def default = nil
    def provider = resource&.provider
    def metaparam? = self.class.metaparam
    def required? = self.class.required?
    def isnamevar? = self.class.isnamevar?
    def to_s = name.to_s
    def warning(message) = ::Puppet.warning(message)
    def debug(message) = ::Puppet.debug(message)
    def self.format(text, *values) = values.empty? ? text : text % values

    # `fail` takes a class, or only what is wrong.
    def fail(*args)
      type = args.first.is_a?(Class) ? args.shift : ::Puppet::Error
      raise type, args.join(' ')
    end
    alias devfail fail

    class ValueCollection
      def validate(value)
        return if empty? || match?(value)

        names = values.map(&:to_s)
        patterns = @values.values.select(&:regex?).map { |each| each.name.inspect }
        text = "Invalid value #{value.inspect}."
        text += " Valid values are #{names.join(', ')}." unless names.empty?
        text += " Valid values match #{patterns.join(', ')}." unless patterns.empty?
        raise ArgumentError, text
      end

      # A value that has a name becomes that name.
      def munge(value)
        found = empty? ? nil : match?(value)
        found.nil? || found.regex? ? value : found.name
      end
    end
  end

  class Property
    def value = should
    def value=(values)
      self.should = values
    end

    # A property may have several values, of which types that do not say otherwise see the first.
    def should=(values)
      values = [values] unless values.is_a?(Array)
      @should = values
      values.each { |each| validate(each) }
      @should = values.map { |each| munge(each) }
    end

    def should
      return nil if @should.nil?

      self.class.array_matching == :all ? @should : @should.first
    end

    def shouldorig = @should

    class Boolean
      def unsafe_munge(value) = ::Puppet::Coercion.boolean(value)
    end
  end

  class Parameter
    class Boolean
      def unsafe_munge(value) = ::Puppet::Coercion.boolean(value)
    end

    class Path
      def unsafe_validate(paths)
        raise ArgumentError, "#{name} only accepts a single path, not an array of paths" if paths.is_a?(Array) && !self.class.arrays?

        [paths].flatten.each do |path|
          fail("#{name} must be a fully qualified path") unless ::Puppet::Util.absolute_path?(path)
        end
      end
    end
  end
end
