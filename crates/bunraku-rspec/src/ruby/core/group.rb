# Example groups: a class for each `describe`, whose instances run the examples.
module RSpec
  module Core
    class ExampleGroup
      extend Hooks
      extend MemoizedDefinitions
      extend SharedDefinitions
      include Memoized

      GROUP_METHODS = { describe: {}, context: {}, example_group: {}, xdescribe: { skip: 'Temporarily skipped with xdescribe' },
                        xcontext: { skip: 'Temporarily skipped with xcontext' }, fdescribe: { focus: true },
                        fcontext: { focus: true } }.freeze
      EXAMPLE_METHODS = { it: {}, example: {}, specify: {}, focus: { focus: true }, fit: { focus: true },
                          fexample: { focus: true }, fspecify: { focus: true }, xit: { skip: 'Temporarily skipped with xit' },
                          xexample: { skip: 'Temporarily skipped with xexample' },
                          xspecify: { skip: 'Temporarily skipped with xspecify' }, skip: { skip: true },
                          pending: { pending: true } }.freeze

      class << self
        attr_reader :metadata, :examples, :children, :parent, :scoped_id
        attr_accessor :failure

        GROUP_METHODS.each do |name, own|
          define_method(name) { |*args, &block| ExampleGroup.add(self, args, own, block) }
        end

        EXAMPLE_METHODS.each do |name, own|
          define_method(name) do |*args, &block|
            parts, tags = Metadata.described(args)
            examples << Example.new(self, parts.first, own.merge(tags), block)
            examples.last
          end
        end

        def it_behaves_like(name, *args, **options, &block)
          add_shared_group("behaves like #{name}", name, args, options, block)
        end

        def it_should_behave_like(name, *args, **options, &block)
          add_shared_group("it should behave like #{name}", name, args, options, block)
        end

        def include_examples(name, *args, **options, &block)
          shared = find_shared(name)
          run_shared(shared, args, options)
          class_exec(&block) if block
        end

        def include_context(name, *args, **options, &block) = include_examples(name, *args, **options, &block)

        def described_class = metadata[:described_class]
        def description = metadata[:description]
        def top_level_description = top_level.metadata[:description]
        def top_level = (@top_level ||= parent.equal?(ExampleGroup) || parent.nil? ? self : parent.top_level)
        def top_level? = equal?(top_level)
        def file_path = metadata[:file_path]
        def location = metadata[:location]

        # The group and those around it, the innermost first.
        def lineage = (@lineage ||= parent.nil? || equal?(ExampleGroup) ? [] : [self] + parent.lineage)
        alias parent_groups lineage

        # The hooks of the group and of those around it, in the order in which they run. They are collected when its first example runs.
        def example_hooks(moment)
          @example_hooks ||= Hash.new do |all, at|
            groups = at == :after ? lineage : lineage.reverse
            all[at] = groups.flat_map { |each| at == :after ? each.hooks_of(at, :example).reverse : each.hooks_of(at, :example) }
          end
          @example_hooks[moment]
        end

        # What the next example or group in it is called in a list of examples: `1:2:1`, the positions from the outermost group on.
        def next_id = equal?(ExampleGroup) ? (RSpec.world.groups.length + 1).to_s : "#{scoped_id}:#{children.length + examples.length + 1}"
        def id = "#{Bunraku.relative_file}[#{scoped_id}]"

        def set_up(parent, metadata)
          @scoped_id = parent&.next_id
          @parent = parent
          @lineage = @top_level = @example_hooks = nil
          @metadata = metadata
          @examples = []
          @children = []
          @hooks = []
        end

        def run_shared(shared, args, options)
          args += [options] unless options.empty?
          before = metadata[:shared_from]
          metadata[:shared_from] = shared.name
          if args.last.is_a?(Hash) && shared.block.parameters.any? { |kind, _| %i[key keyreq keyrest].include?(kind) }
            class_exec(*args[0..-2], **args.last, &shared.block)
          else
            class_exec(*args, &shared.block)
          end
          metadata[:shared_from] = before
        end

        def add_shared_group(description, name, args, options, block)
          shared = find_shared(name)
          own = description
          group = ExampleGroup.add(self, [own], {}, proc {
            run_shared(shared, args, options)
            class_exec(&block) if block
          }, block || shared.block)
          group
        end

        def find_shared(name)
          RSpec.world.shared.find(lineage, name) ||
            raise(ArgumentError, "Could not find shared examples #{name.inspect}")
        end

        # Values that `before(:context)` has left for the examples.
        def context_variables = (@context_variables ||= {})
        attr_writer :context_variables
      end

      set_up(nil, {})

      def self.add(parent, args, own, block, placed = nil)
        parts, tags = Metadata.described(args)
        group = Class.new(parent)
        group.set_up(parent, group_metadata(parent, parts, own.merge(tags), placed || block))
        parent == ExampleGroup ? RSpec.world.groups << group : parent.children << group
        RSpec.configuration.configure_group(group)
        RSpec.world.shared.for_metadata(group.metadata).each { |shared| group.run_shared(shared, [], {}) }
        group.class_exec(&block) if block
        group
      end

      def self.group_metadata(parent, parts, tags, block)
        outer = parent.metadata
        file, line, absolute = Metadata.place(block)
        metadata = outer.reject { |key, _| %i[description full_description shared_from].include?(key) }.merge(tags)
        first = parts.first
        metadata[:description] = Metadata.joined(parts)
        metadata[:description_args] = parts
        metadata[:full_description] =
          Metadata.full(outer[:full_description], outer[:description_args]&.last, metadata[:description])
        metadata[:described_class] = first if first.is_a?(Module)
        metadata[:described_value] = first unless first.is_a?(String) || first.is_a?(Symbol) || first.nil? || outer.key?(:described_value)
        metadata.merge!(file_path: file, line_number: line, location: "#{file}:#{line}", absolute_file_path: absolute,
                        block: block, parent_example_group: outer, lines: (outer[:lines] || []) + [[file, line]])
      end

      attr_accessor :__example

      def described_class = self.class.described_class
      def self.current_example = RSpec.current_example

      # Marks the running example as one that is expected to fail, or leaves it.
      def pending(reason = nil, &block)
        raise ArgumentError, '`pending` takes no block inside of an example' if block

        RSpec.current_example.now_pending(reason || 'No reason given')
      end

      def skip(reason = nil) = raise(SkipExample, (reason || 'No reason given').to_s)

      def aggregate_failures(_label = nil, _metadata = {}, &block) = RSpec::Expectations.aggregate(&block)

      def method_missing(name, *args, &block)
        if %i[it describe context before after let subject specify].include?(name)
          raise NoMethodError, "`#{name}` is not available from within an example, but only in an example group"
        end

        super
      end

      def inspect = "#<#{self.class.metadata[:full_description].inspect} (#{self.class.metadata[:location]})>"
    end

    # Raised to leave an example that is skipped.
    class SkipExample < StandardError; end
  end
end
