# Resources as an agent makes them of a catalog. Types of modules check and convert the values that they get.
require 'puppet/applied attribute'
require 'puppet/default provider'

module Puppet
  class Type
    attr_accessor :title, :catalog, :file, :line
    attr_reader :original_parameters

    # `given` is a hash with the name and values of attributes, or a resource of a catalog.
    def initialize(given)
      values = given.to_hash.to_h { |name, value| [name.to_sym, value] }
      @catalog = values.delete(:catalog)
      @title = (given.title if given.respond_to?(:title)) || values.delete(:title) || values[:name] || values[name_var]
      raise ::Puppet::Error, 'Title or name must be provided' if @title.nil?

      @parameters = {}
      values = named(values)
      @original_parameters = values
      set_parameters(values)
      check_whole
    end

    def name = self[:name]
    def ref = "#{self.class.name.to_s.split('::').map(&:capitalize).join('::')}[#{title}]"
    alias to_s ref
    alias path ref
    def type = self.class.name
    def parameters = @parameters
    def parameter(name) = @parameters[name.to_sym]
    def property(name) = self.class.validproperty?(name) ? parameter(name) : nil
    def properties = @parameters.values.select { |each| each.is_a?(::Puppet::Property) }
    def should(name) = self[name]
    def value(name) = self[name]
    def to_hash = @parameters.to_h { |name, each| [name, each.value] }
    def provider = nil
    def tags = []
    def exported? = false
    def virtual? = false
    def builtin_type? = true
    def set_sensitive_parameters(_names) = nil
    def name_var = self.class.key_attributes.length == 1 ? self.class.key_attributes.first : nil
    %i[debug info notice warning err].each { |level| define_method(level) { |message| ::Puppet.public_send(level, message) } }

    def fail(*args)
      type = args.first.is_a?(Class) ? args.shift : ::Puppet::Error
      raise type, args.join(' ')
    end

    def [](name)
      name = name.to_sym
      name = name_var || name if name == :name
      @parameters[name]&.value
    end

    def []=(name, value)
      name = name.to_sym
      name = name_var || name if name == :name
      raise ::Puppet::Error, "no parameter named '#{name}'" unless name == :provider || self.class.validattr?(name)
      raise ::Puppet::Error, "Got nil value for #{name}" if value.nil?

      set(name, value)
    end

    private

    # The values with those that the title gives.
    def named(values)
      values = { name_var => @title }.merge(values) if name_var && !values.key?(:name)
      values = values.reject { |name, _| name == :name }.merge(name_var => values[:name]) if values.key?(:name) && name_var
      return values if name_var

      pattern, parts = self.class.title_patterns.find { |pattern, _| pattern.match(@title.to_s) }
      return values unless pattern

      found = pattern.match(@title.to_s).captures
      parts.each_with_index.to_h { |(name, convert), at| [name, convert ? convert.call(found[at]) : found[at]] }.compact.merge(values)
    end

    # Defaults are set where no value is given, in the order in which types declare their attributes.
    def set_parameters(values)
      (self.class.allattrs + values.keys).uniq.each do |name|
        values.key?(name) && !values[name].nil? ? self[name] = values[name] : set_default(name)
      end
    end

    def set_default(name)
      return set_provider(self.class.default_provider) if name == :provider

      attribute = new_attribute_of(name) or return
      value = Needed.attempt { attribute.default }
      @parameters.delete(name)
      set(name, value) unless value.nil?
    end

    def set_provider(name)
      @parameters[:provider] = Plain.new(:provider, name.to_sym) unless name.nil?
    end

    def set(name, value)
      return set_provider(value) if name == :provider

      attribute = new_attribute_of(name)
      return @parameters[name] = Plain.new(name, shared_value(name, value)) if attribute.nil?

      begin
        Needed.attempt(-> { @parameters[name] = Plain.new(name, value) }) { attribute.value = value }
      rescue ::Puppet::Error, ArgumentError => e
        raise ::Puppet::ResourceError, "Parameter #{name} failed on #{ref}: #{e.message}"
      end
    end

    # What Puppet makes of the value of a metaparameter.
    def shared_value(name, value)
      case name
      when :tag then [value].flatten.compact
      when :require, :before, :notify, :subscribe
        [value].flatten.map { |each| each.is_a?(::Puppet::Resource) ? each : ::Puppet::Resource.new(each) }
      when :audit then value.to_s == 'all' ? :all : [value].flatten.map { |each| each.to_s.to_sym }
      when :loglevel then value.to_s.to_sym
      when :noop then value.to_s == 'true'
      else value
      end
    end

    def new_attribute_of(name)
      attribute = self.class.attrclass(name) or return
      return if attribute.name == :provider

      @parameters[name] = attribute.new(resource: self)
    end

    def check_whole
      return unless respond_to?(:validate)

      Needed.attempt { validate }
    rescue ::Puppet::Error, ArgumentError => e
      raise ::Puppet::ResourceError, "Validation of #{ref} failed: #{e.message}"
    end

    # A value that nothing checks: a metaparameter, or one whose check needs more of a node than is here.
    Plain = Struct.new(:name, :value)

    # Code of types may need a node, or parts of Puppet that are not here. What it would say is not known then.
    module Needed
      def self.attempt(otherwise = -> {})
        done = false
        result = ::PuppetHost.attempt do
          value = yield
          done = true
          value
        rescue ::Puppet::Error, ArgumentError
          raise
        rescue StandardError, NotImplementedError, LoadError
          nil
        end
        done ? result : otherwise.call
      end
    end

    class << self
      def provider_feature(name) = features.include?(name.to_sym) || nil

      # The type of a catalog, if it is one of a module.
      def of_module(name)
        type = type(name)
        type unless type.nil? || CORE_TYPES.include?(type.name)
      rescue StandardError, LoadError
        nil
      end
    end
  end
end
