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

          calls = RSpec::Mocks.calls
          catalogue.unchecked.each do |about|
            type = type_of(about['type']) or next

            type.new(Resource.new(about))
          end
          catalogue.checked if RSpec::Mocks.calls == calls
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
