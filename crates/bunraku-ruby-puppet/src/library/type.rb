# Resource types: `Puppet::Type.newtype` and the methods in its block. Types are only described here, never applied.
# Blocks that check, convert or find values on a node are never called.

require 'puppet/parameter'

module Puppet
  # A resource type.
  class Type
    @types = {}
    @metaparams = []

    # Types that were asked for, by the names that they were asked by.
    GIVEN = {}

    class << self
      attr_reader :name, :doc
      attr_accessor :self_refresh, :defaultprovider, :providerloader

      # --- all types

      def newtype(name, options = {}, &block)
        name = name.to_s.downcase.to_sym
        type = Class.new(Puppet::Type)
        Puppet::Type.const_set(name.to_s.capitalize, type)
        type.begin_type(name, options)
        type.class_eval(&block) if block
        type.end_type
        GIVEN.clear
        types[name] = type
      end

      # A type by its name. Blocks of types ask for each resource of a catalog.
      def type(name)
        GIVEN[name] ||= find_type(name)
      end

      # The same. If necessary, it is loaded from its module.
      def find_type(name)
        name = name.to_s.downcase.to_sym
        return nil if name.to_s.include?(':')

        unless types.key?(name)
          types[name] = nil
          if CORE_TYPES.include?(name)
            core_type(name)
          else
            begin
              require "puppet/type/#{name}"
            rescue LoadError
              nil
            end
          end
        end
        types[name]
      end

      def eachtype(&block)
        types.values.compact.each(&block)
      end

      # `Puppet::Type::Name` is the type `name`, and a constant in a type is one of its attributes.
      def const_missing(constant)
        found = equal?(Puppet::Type) ? type(constant) : core_attribute(constant)
        found || raise(NameError, "uninitialized constant #{self}::#{constant}")
      end

      def types
        Puppet::Type.instance_variable_get(:@types)
      end

      # --- metaparameters, which all types share

      def metaparam_classes
        Puppet::Type.instance_variable_get(:@metaparams)
      end

      def newmetaparam(name, options = {}, &block)
        name = name.to_sym
        attribute = new_attribute(name, 'MetaParam', options[:parent] || Puppet::Parameter, options, &block)
        attribute.metaparam = true
        metaparam_classes << attribute
        attribute
      end

      def metaparams
        METAPARAMETERS + metaparam_classes.map(&:name)
      end

      def metaparam?(name)
        metaparams.include?(name.to_sym)
      end

      def eachmetaparam(&block)
        metaparams.each(&block)
      end

      # --- the life of a type

      def begin_type(name, options)
        @name = name
        @parameters = []
        @properties = []
        @features = []
        @providers = []
        @relations = { autorequire: [], autobefore: [], autosubscribe: [], autonotify: [] }
        set_options(self, options)
      end

      # What follows from the block: a type with methods to create, destroy and find a resource is ensurable without
      # declaring it, and a type with providers has a parameter to select one.
      def end_type
        can = [:exists?, :create, :destroy].all? { |method| public_method_defined?(method) }
        ensurable if can && !validproperty?(:ensure)
        @providers |= PuppetHost.libraries("puppet/provider/#{@name}").map(&:to_sym) unless @own_provider
        providify unless @providers.empty?
      end

      def to_s
        @name ? "Puppet::Type::#{@name.to_s.capitalize}" : super
      end

      # --- attributes

      def newparam(name, options = {}, &block)
        attribute = new_attribute(name, 'Parameter', options[:parent] || Puppet::Parameter, options[:attributes], &block)
        add_attribute(@parameters, attribute)
        add_question(name) if options[:boolean]
        attribute.required_features = options[:required_features] if options[:required_features]
        attribute.isnamevar if options[:namevar]
        attribute
      end

      def newproperty(name, options = {}, &block)
        raise Puppet::DevError, "The options of a property are a hash, not #{options.inspect}" unless options.is_a?(Hash)

        parent = options[:parent] || Puppet::Property
        options = options.reject { |option, _| option == :parent }
        attribute = new_attribute(name, '', parent, options, &block)
        add_attribute(@properties, attribute)
        # `ensure` is applied first.
        @properties.unshift(@properties.pop) if attribute.name == :ensure
        attribute
      end

      def ensurable(&block)
        block ||= proc { defaultvalues }
        newproperty(:ensure, parent: Puppet::Property::Ensure, &block)
      end

      def parameters
        @parameters.map(&:name)
      end

      attr_reader :properties

      def validproperties
        @properties.map(&:name)
      end

      def attrclass(name)
        (@properties + @parameters + metaparam_classes).find { |attribute| attribute.name == name }
      end
      alias paramclass attrclass
      alias propertybyname attrclass
      alias metaparamclass attrclass

      def attrtype(name)
        return :property if validproperty?(name)
        return :param if parameters.include?(name)

        :meta if metaparam?(name)
      end

      def allattrs
        key_attributes | (parameters & [:provider]) | validproperties | parameters | metaparams
      end

      def validproperty?(name)
        validproperties.include?(name.to_sym)
      end

      def validparameter?(name)
        parameters.include?(name.to_sym) || metaparam?(name)
      end

      def validattr?(name)
        name.to_sym == :name || validproperty?(name) || validparameter?(name)
      end
      alias valid_parameter? validattr?

      # Only parameters identify a resource. `isnamevar` of a property has no effect.
      def key_attribute_parameters
        @parameters.select { |parameter| parameter.isnamevar? || parameter.name == :name }
      end

      def key_attributes
        key_attribute_parameters.map(&:name)
      end

      def title_patterns
        names = key_attributes
        raise Puppet::DevError, "a type with the namevars #{names.join(', ')} needs title patterns" if names.length > 1

        names.map { |name| [/(.*)/m, [[name]]] }
      end

      def parameters_to_include
        []
      end

      def instances
        []
      end

      # --- what else a type says

      def desc(text)
        @doc = text
      end

      def feature(name, _docs = nil, _options = {})
        name = name.to_sym
        raise Puppet::DevError, "There is a feature #{name} already" if @features.include?(name)

        @features << name
      end

      attr_reader :features, :providers

      def autorequire(type, &block) = add_relation(:autorequire, type, block)
      def autobefore(type, &block) = add_relation(:autobefore, type, block)
      def autosubscribe(type, &block) = add_relation(:autosubscribe, type, block)
      def autonotify(type, &block) = add_relation(:autonotify, type, block)

      # The blocks of automatic relationships, for those who apply them: the kind, the type of the other resource, and
      # what gives its title.
      def relation_blocks = (@relation_blocks ||= [])

      def isomorphic?
        @isomorphic.nil? || @isomorphic
      end

      def apply_to_device
        @apply_to = :device
      end

      def apply_to_host
        @apply_to = :host
      end

      def apply_to_all
        @apply_to = :both
      end

      def apply_to
        @apply_to ||= :host
      end

      def can_apply_to(target)
        [target == :device ? :device : :host, :both].include?(apply_to)
      end

      def validate(&block)
        define_method(:validate, &block)
      end

      # --- providers, which work on the machine

      def provide(name, _options = {}, &block)
        @providers |= [name.to_sym]
        provider_blocks[name.to_sym] = block
        providify
        nil
      end

      # The blocks of providers, for those who choose one.
      def provider_blocks = (@provider_blocks ||= {})

      def unprovide(name)
        @providers -= [name.to_sym]
      end

      def provider(_name)
        nil
      end

      # For a type that has its own way to find providers, so that none are registered.
      def without_providers
        @own_provider = true
      end

      private

      def providify
        return if parameters.include?(:provider)

        newparam(:provider) { defaultto { nil } }
      end

      def add_relation(kind, type, block)
        @relations[kind] |= [type.to_sym]
        relation_blocks << [kind, type, block] if block
      end

      def new_attribute(name, prefix, parent, options, &block)
        name = name.to_s.downcase.to_sym
        constant = prefix + name.to_s.capitalize
        raise Puppet::Error, "#{self} has an attribute #{name} already" if const_defined?(constant, false)

        attribute = Class.new(parent) { @name = name }
        const_set(constant, attribute)
        attribute.initvars
        set_options(attribute, options)
        attribute.class_eval(&block) if block
        attribute
      end

      def add_attribute(list, attribute)
        known = list.any? { |other| other.name == attribute.name }
        raise Puppet::DevError, "#{self} has an attribute #{attribute.name} already" if known

        list << attribute
      end

      # Sets the options for which the class has a writer, and ignores others.
      def set_options(object, options)
        (options || {}).each do |option, value|
          method = "#{option}="
          object.send(method, value) if object.respond_to?(method)
        end
      end

      def add_question(name)
        define_method("#{name}?") { self[name] == true || self[name] == :true }
      end

      # An attribute that has the name of a type would be found as that type.
      def core_type(name)
        type = newtype(name)
        type.const_set(:Group, Class.new(Puppet::Property)) if name == :file
        type
      end

      # Types of modules may inherit from attributes of Puppet's own types, such as `Puppet::Type::File::Owner`.
      def core_attribute(constant)
        CORE_TYPES.include?(@name) ? const_set(constant, Class.new(Puppet::Property)) : nil
      end
    end

    # The metaparameters of every type. A module may add more.
    METAPARAMETERS = [
      :noop, :schedule, :audit, :loglevel, :alias, :tag, :require, :subscribe, :before, :notify, :stage
    ].freeze

    # Puppet's own types. Their attributes do not matter here, so they are empty classes.
    CORE_TYPES = [
      :component, :exec, :file, :filebucket, :group, :notify, :package, :resources, :schedule, :service, :stage,
      :tidy, :user, :whit
    ].freeze
  end
end
