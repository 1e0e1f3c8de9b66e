# `Puppet::ResourceApi.register_type`: a type that is described by a hash.

require 'puppet/type'

module Puppet
  module ResourceApi
    class Parameter < Puppet::Parameter
      class << self
        attr_accessor :data_type
      end
    end

    class ReadOnlyParameter < Parameter; end

    class Property < Puppet::Property
      class << self
        attr_accessor :data_type
      end
    end

    class SimpleProvider; end

    # Names that every resource uses for other purposes.
    RESERVED = [
      :title, :provider, :alias, :audit, :before, :consume, :export, :loglevel, :noop, :notify, :require, :schedule,
      :stage, :subscribe, :tag
    ].freeze

    class << self
      def register_type(definition)
        definition = check(definition)
        Puppet::Type.newtype(definition[:name].to_sym) do
          without_providers
          @doc = definition[:desc]
          apply_to_device if definition[:features].include?('remote_resource')
          Puppet::ResourceApi.add_insync_trigger(self, definition)
          definition[:attributes].each { |name, options| Puppet::ResourceApi.add_attribute(self, name, options) }
          [:autorequire, :autobefore, :autosubscribe, :autonotify].each do |relation|
            (definition[relation] || {}).each_key { |type| send(relation, type.to_s.downcase.to_sym) }
          end
          patterns = Puppet::ResourceApi.title_patterns(definition)
          define_singleton_method(:title_patterns) { patterns }
        end
      end

      def register_transport(_schema); end

      # Namevars, attributes that only inform the provider, and read-only attributes are parameters.
      def add_attribute(type, name, options)
        behaviour = options[:behaviour]
        case behaviour
        when :namevar, :parameter then type.newparam(name.to_sym, parent: Parameter, &block(options))
        when :read_only then type.newparam(name.to_sym, parent: ReadOnlyParameter, &block(options))
        when nil, :init_only then type.newproperty(name.to_sym, parent: Property, &block(options))
        else raise Puppet::ResourceError, "`#{behaviour}` is not a behaviour of an attribute"
        end
      end

      # A type without a property to compare gets one that nobody sets, so that its provider is called.
      def add_insync_trigger(type, definition)
        compared = definition[:attributes].reject { |_, options| options.key?(:behaviour) }
        return unless definition[:features].include?('custom_insync') && compared.empty?

        type.newproperty(:rsapi_custom_insync_trigger, parent: Property) { defaultto 'do_not_specify_in_manifest' }
      end

      # The groups of a pattern are named after the attributes.
      def title_patterns(definition)
        if definition.key?(:title_patterns)
          return definition[:title_patterns].map do |each|
            pattern = Regexp.new(each[:pattern])
            [pattern, pattern.names.map { |name| [name.to_sym] }]
          end
        end
        namevars = definition[:attributes].select { |_, options| options[:behaviour] == :namevar }.keys
        [[/(.*)/m, [[namevars.first]]]]
      end

      private

      def block(options)
        proc do
          self.data_type = options[:type]
          desc options[:desc] if options[:desc]
          isnamevar if options[:behaviour] == :namevar
          default = options[:default]
          # In Puppet, `false` as the default of a parameter means that there is none, so booleans become symbols.
          default = default.to_s.to_sym if default == true || default == false
          defaultto default unless default.nil? || options[:behaviour] == :read_only
        end
      end

      def check(definition)
        raise Puppet::DevError, 'a type is described by a hash' unless definition.is_a?(Hash)
        raise Puppet::DevError, 'a type must have a name' unless definition.key?(:name)

        attributes = definition[:attributes]
        raise Puppet::DevError, "`#{definition[:name]}` needs a hash of attributes" unless attributes.is_a?(Hash)

        patterns = definition[:title_patterns]
        raise Puppet::DevError, 'title patterns are an array' unless patterns.nil? || patterns.is_a?(Array)

        attributes = attributes.map { |name, options| [name, check_attribute(definition, name, options)] }.to_h
        definition.merge(
          attributes: attributes, features: definition[:features] || [], desc: definition[:desc] || definition[:docs]
        )
      end

      def check_attribute(definition, name, options)
        place = "`#{definition[:name]}.#{name}`"
        raise Puppet::DevError, "#{place}: this name is taken" if RESERVED.include?(name.to_sym)
        raise Puppet::DevError, "#{place} must be described by a hash" unless options.is_a?(Hash)
        raise Puppet::DevError, "#{place} has no type" unless options.key?(:type)
        return options unless options[:behavior]
        raise Puppet::DevError, "#{place} has both a `behavior` and a `behaviour`" if options[:behaviour]

        options.merge(behaviour: options[:behavior])
      end
    end
  end
end
