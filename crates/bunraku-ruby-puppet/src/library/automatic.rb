# Automatic relationships: types of modules have blocks that tell what a resource leads to, which an agent runs.
require 'puppet/applied type'

module Puppet
  module Automatic
    KINDS = { autorequire: 'require', autobefore: 'before', autosubscribe: 'subscribe', autonotify: 'notify' }.freeze

    class << self
      # Each as the reference of a resource, the kind of the relationship, and the reference that it leads to.
      def of(catalogue)
        catalogue.names.select { |_, _, builtin| builtin }.flat_map do |name, title, _|
          type = type_of(name)
          type ? of_resource(type, catalogue.resource(name, title), catalogue) : []
        end
      end

      # The same for the resources of a catalog, each a hash. The facts tell which providers an agent would choose.
      def among(resources, facts)
        ::Puppet::Type.node_facts = facts
        of(Resources.new(resources))
      end

      # What a block gives. One that needs more of an agent than is here gives nothing.
      def titles(applied, block)
        Array(PuppetHost.attempt { applied.instance_eval(&block) }).flatten.compact
      rescue StandardError
        []
      end

      private

      # The type, if it is one of a module and adds relationships.
      def type_of(name)
        @types ||= {}
        @types.fetch(name) do
          type = ::Puppet::Type.of_module(name)
          @types[name] = type unless type.nil? || type.relation_blocks.empty?
        end
      end

      # The blocks see the resource as an agent makes it of the catalog, or the plain values if it would refuse them.
      def of_resource(type, resource, catalogue)
        applied = applied(type, resource, catalogue)
        type.relation_blocks.flat_map do |kind, other, block|
          # An agent knows no types of defined resources and classes.
          next [] unless ::Puppet::Type.type(other)

          found = Automatic.titles(applied, block)
          found.map { |each| [resource.ref, KINDS[kind], each.respond_to?(:ref) ? each.ref : "#{other.to_s.capitalize}[#{each}]"] }
        end
      end

      def applied(type, resource, catalogue)
        applied = type.new(resource)
        applied.catalog = catalogue
        applied
      rescue StandardError
        Plain.of(type, resource, catalogue)
      end
    end

    # The resources of a catalog, as far as blocks look at others.
    class Resources
      attr_reader :resources

      def initialize(given)
        @resources = given.map { |about| Resource.new(about) }
        @known = @resources.to_h { |resource| [resource.ref.downcase, resource] }
      end

      def names = resources.map { |resource| [resource.type, resource.title, resource.builtin_type?] }
      def resource(type, title = nil) = @known[(title.nil? ? type : "#{type}[#{title}]").to_s.downcase]
      alias vertices resources
      def resource_refs = resources.map(&:ref)
      def inspect = '#<Puppet::Resource::Catalog>'
    end

    # A resource of a catalog.
    class Resource
      attr_reader :type, :title, :namevar, :tags, :file, :line

      def initialize(about)
        @type = about['type']
        @title = about['title']
        @namevar = about['namevar'].to_sym
        @builtin = about['builtin']
        @parameters = about['parameters'].transform_keys(&:to_sym)
      end

      def ref = "#{type}[#{title}]"
      alias to_ref ref
      alias to_s ref
      alias inspect ref
      def name = self[namevar] || title
      def [](name) = @parameters[name.to_sym]
      def to_hash = @parameters.dup
      alias to_h to_hash
      alias parameters to_hash
      def key?(name) = @parameters.key?(name.to_sym)
      def builtin_type? = @builtin
      # A type of Puppet is asked for by its class.
      def is_a?(type) = super || (type.is_a?(Class) && type <= ::Puppet::Type && type.name.to_s == @type.downcase)
      alias kind_of? is_a?
      def ==(other) = other.respond_to?(:ref) && ref == other.ref
    end

    # A resource with the values of the catalog.
    module Plain
      def self.of(type, resource, catalogue)
        applied = type.allocate
        applied.extend(Plain)
        applied.instance_variable_set(:@resource, resource)
        applied.instance_variable_set(:@title, resource.title)
        applied.catalog = catalogue
        applied
      end

      def [](name)
        name = name.to_sym
        @resource[name] || (name == :name ? @resource[@resource.namevar] || title : nil)
      end

      alias value []
      alias should []
      def parameters = @resource.parameters
      alias original_parameters parameters
      alias to_hash parameters
    end
  end
end
