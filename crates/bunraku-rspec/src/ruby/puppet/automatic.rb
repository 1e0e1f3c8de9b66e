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
          Array(applied.instance_eval(&block)).flatten.compact
        rescue StandardError
          []
        end

        private

        # The type, if it is one of a module and adds relationships.
        def type_of(name)
          @types ||= {}
          @types.fetch(name) do
            type = ::Puppet::Type.type(name)
            @types[name] = type unless type.nil? || type.relation_blocks.empty?
          end
        end

        def of_resource(type, resource, catalogue)
          applied = Applied.of(type, resource, catalogue)
          type.relation_blocks.flat_map do |kind, other, block|
            found = Automatic.titles(applied, block)
            found.map { |each| [resource.ref, KINDS[kind], each.respond_to?(:ref) ? each.ref : "#{other.to_s.capitalize}[#{each}]"] }
          end
        end
      end

      # A resource as the blocks of its type see it.
      module Applied
        def self.of(type, resource, catalogue)
          applied = type.allocate
          applied.extend(Applied)
          applied.instance_variable_set(:@resource, resource)
          applied.instance_variable_set(:@catalogue, catalogue)
          applied
        end

        def [](name)
          name = name.to_sym
          @resource[name] || (name == :name ? @resource[@resource.namevar] || title : nil)
        end

        alias value []
        alias should []
        def title = @resource.title
        def name = self[:name]
        def ref = @resource.ref
        def catalog = @catalogue
        def provider = nil
        %i[debug info notice warning err].each { |level| define_method(level) { |message| ::Puppet.public_send(level, message) } }
        def parameters = @resource.parameters
        alias original_parameters parameters
        alias to_hash parameters
      end
    end
  end
end
