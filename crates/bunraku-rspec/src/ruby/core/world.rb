# All groups of a file, which of their examples run, and the steps in which they do.
module RSpec
  module Core
    class World
      attr_reader :groups, :shared
      attr_accessor :current_example

      def initialize
        @groups = []
        @shared = SharedExamples.new
      end

      alias example_groups groups

      # Everything there is to do, in order. Each step is run on its own, so that one that does not end ends alone.
      def plan(filters)
        chosen = Chosen.new(filters, @groups)
        @seed = filters[:seed]
        @steps = []
        chosen_groups = @groups.select { |group| chosen.group?(group) }
        @steps << [:suite, :before] unless chosen_groups.empty?
        ordered(chosen_groups).each { |group| add(group, chosen) }
        @steps << [:suite, :after] unless chosen_groups.empty?
        @next = 0
        @steps.count { |kind, _| kind == :example }
      end

      # Runs the next step. Returns whether there are more.
      def step
        kind, what = @steps[@next]
        @next += 1
        case kind
        when :suite then run_suite_hooks(what)
        when :enter then enter(what)
        when :leave then leave(what)
        when :example then run(what)
        end
        @next < @steps.length
      end

      private

      def add(group, chosen)
        @steps << [:enter, group]
        ordered(group.examples).each { |example| @steps << [:example, example] if chosen.example?(example) }
        ordered(group.children).each { |child| add(child, chosen) if chosen.group?(child) }
        @steps << [:leave, group]
      end

      # In the order that follows from the seed, or as they are declared.
      def ordered(list)
        @seed ? PuppetHost.ask('shuffled', list.map(&:id)).map { |at| list[at] } : list
      end

      def run_suite_hooks(moment)
        hooks = RSpec.configuration.hooks_at(moment, :suite, {})
        hooks.each { |hook| hook.block.call }
      rescue Exception => e
        Bunraku.suite_failed(moment, e)
      end

      def enter(group)
        Bunraku.enter_group(group)
        group.failure = group.parent.failure
        return if group.failure

        # It stays like this if the hooks do not end.
        group.failure = RuntimeError.new("the hooks `before(:context)` of #{group.description} did not end")
        instance = group.new
        group.parent.context_variables.each { |name, value| instance.instance_variable_set(name, value) }
        run_context_hooks(group, instance, :before)
        variables = instance.instance_variables.reject { |name| %i[@__memoized @__example].include?(name) }
        group.context_variables = variables.to_h { |name| [name, instance.instance_variable_get(name)] }
        group.failure = nil
      rescue Exception => e
        group.failure = e
      end

      def run_context_hooks(group, instance, moment)
        own = group.hooks_at(moment, :context, group.metadata)
        shared = RSpec.configuration.hooks_at(moment, :context, group.metadata)
        # Hooks of the configuration without tags run for the outermost groups alone.
        shared = shared.select { |hook| group.top_level? || !hook.filter.empty? && !hook.for?(group.parent.metadata) }
        (moment == :before ? shared + own : own.reverse + shared.reverse).each do |hook|
          instance.instance_exec(nil, &hook.block)
        end
      end

      def leave(group)
        Bunraku.leave_group(group)
        instance = group.new
        group.context_variables.each { |name, value| instance.instance_variable_set(name, value) }
        run_context_hooks(group, instance, :after)
      rescue Exception => e
        Bunraku.suite_failed("after(:context) of #{group.description}", e)
      end

      def run(example)
        @current_example = example
        Bunraku.started(example)
        if example.group.failure
          Bunraku.finished(example, :failed, nil, [example.group.failure])
        else
          status, reason = example.run
          Bunraku.finished(example, status, reason, example.exceptions)
        end
      ensure
        @current_example = nil
      end
    end

    # The examples that filters leave.
    class Chosen
      def initialize(filters, groups)
        @lines = filters[:lines] || []
        @names = filters[:names] || []
        @tags = filters[:tags] || {}
        @without = RSpec.configuration.exclusions.merge(filters[:without] || {})
        included = RSpec.configuration.inclusions
        # A filter of the configuration that nothing has counts as none: that is how `focus` is meant.
        @included = all(groups).any? { |example| Metadata.any?(example.metadata, included) } ? included : {}
        @line_sets = @lines.map { |line| nearest(groups, line) }
      end

      def example?(example)
        metadata = example.metadata
        return false if metadata.key?(:if) && !metadata[:if] || metadata[:unless]
        return false if !@without.empty? && Metadata.any?(metadata, @without)
        return false unless @line_sets.empty? || @line_sets.any? { |set| set.include?(example) }
        return false unless @names.empty? || @names.any? { |name| metadata[:full_description].include?(name) }
        return false unless @tags.empty? || Metadata.any?(metadata, @tags)

        @included.empty? || !(@lines + @names).empty? || Metadata.any?(metadata, @included)
      end

      def group?(group) = group.examples.any? { |example| example?(example) } || group.children.any? { |child| group?(child) }

      private

      def all(groups) = groups.flat_map { |group| group.examples + all(group.children) }

      # The examples of what is declared last at or before a line.
      def nearest(groups, line)
        declared = all(groups).flat_map { |example| example.metadata[:lines].map(&:last) }
        at = declared.select { |each| each <= line }.max
        all(groups).select { |example| example.metadata[:lines].any? { |_, each| each == at } }
      end
    end
  end
end
