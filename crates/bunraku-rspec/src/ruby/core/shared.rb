# Shared examples: blocks with a name, which groups run as their own code.
module RSpec
  module Core
    class SharedExamples
      Shared = Struct.new(:name, :filter, :block)

      def initialize
        @by_context = Hash.new { |all, context| all[context] = {} }
        @automatic = []
      end

      def add(context, name, args, block)
        filter = Metadata.split(args).last
        shared = Shared.new(name, filter, block)
        name = name.to_s if name.is_a?(Symbol)
        @by_context[context][name] = shared
        @automatic << shared unless filter.empty?
        shared
      end

      # The nearest definition of a name: that of the group, of the groups around it, or of the file.
      def find(contexts, name)
        name = name.to_s if name.is_a?(Symbol)
        context = (contexts + [:main]).find { |each| @by_context[each].key?(name) }
        context && @by_context[context][name]
      end

      # Those that groups with some metadata include without being asked.
      def for_metadata(metadata) = @automatic.select { |shared| Metadata.matches?(metadata, shared.filter) }
    end

    module SharedDefinitions
      def shared_examples(name = nil, *args, &block)
        if name.is_a?(Hash)
          args = [name]
          name = "shared #{args.first}"
        end
        RSpec.world.shared.add(self.is_a?(Class) ? self : :main, name, args, block)
      end

      alias shared_context shared_examples
      alias shared_examples_for shared_examples
    end
  end
end
