# Automatic relationships: types of modules have blocks that tell what a resource leads to, which an agent runs.
module RSpec
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
end
