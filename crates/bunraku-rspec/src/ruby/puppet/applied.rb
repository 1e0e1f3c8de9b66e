# Whether an agent would take the values of a catalog.
require 'puppet/applied type'

module RSpec
  module Puppet
    module Checked
      class << self
        # Raises what the agent would.
        def check(catalogue)
          wrong = catalogue.refused
          raise ::Puppet::ResourceError, wrong if wrong

          catalogue.names.each do |name, title, builtin|
            next unless builtin && (type = type_of(name))

            type.new(catalogue.resource(name, title))
          end
        end

        private

        def type_of(name)
          @types ||= {}
          @types.fetch(name) { @types[name] = ::Puppet::Type.of_module(name) }
        end
      end
    end
  end
end
