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

      # All examples to run, in order. Returns how many there are.
      def plan(filters)
        chosen = Chosen.new(filters, @groups)
        @seed = filters[:seed]
        @examples = []
        ordered(@groups).each { |group| add(group, chosen) }
        @open = []
        @steps = @examples.empty? ? [] : [[:suite, :before]]
        @examples.length
      end

      # Runs the next step. Returns whether there are more. Each step is run on its own, so that one that does not end ends alone.
      # Which example is next is asked each time: other threads may have taken those at the end.
      def step
        @steps = next_steps if @steps.empty? && !@ended
        kind, what = @steps.shift
        case kind
        when :suite then run_suite_hooks(what)
        when :enter then enter(what)
        when :leave then leave(what)
        when :example then run(what)
        end
        !@steps.empty? || !@ended
      end

      private

      def add(group, chosen)
        @examples.concat(ordered(group.examples, group).select { |example| chosen.example?(example) })
        ordered(group.children, group).each { |child| add(child, chosen) }
      end

      # What leads to the next example, or to the end of the file.
      def next_steps
        number = PuppetHost.ask('next')
        @ended = number.nil?
        example = @examples[number] if number
        around = example ? example.group.lineage.reverse : []
        common = @open.zip(around).take_while { |one, other| one.equal?(other) }.length
        steps = @open.drop(common).reverse.map { |group| [:leave, group] } + around.drop(common).map { |group| [:enter, group] }
        @open = around
        if example
          steps << [:example, example]
        elsif !@examples.empty?
          steps << [:suite, :after]
        end
        steps
      end

      # In the order that the group asks for, or that follows from the seed, or as they are declared.
      def ordered(list, group = nil)
        asked = RSpec.configuration.orderings[group ? group.metadata[:order] : :global]
        return asked.call(list) if asked
        return list if group && group.metadata[:order] == :defined

        @seed ? PuppetHost.ask('shuffled', list.map(&:id)).map { |at| list[at] } : list
      end

      def run_suite_hooks(moment)
        hooks = RSpec.configuration.hooks_at(moment, :suite, {})
        RSpec.in_scope(:"#{moment}_suite_hook") { hooks.each { |hook| ExampleGroup.new.instance_exec(nil, &hook.block) } }
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
        RSpec.in_scope(:"#{moment}_context_hook") do
          (moment == :before ? shared + own : own.reverse + shared.reverse).each do |hook|
            instance.instance_exec(nil, &hook.block)
          end
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
        @positions = filters[:positions] || []
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
        return false unless (@lines + @positions).empty? || named?(example)
        return false unless @names.empty? || @names.any? { |name| metadata[:full_description].include?(name) }
        return false unless @tags.empty? || Metadata.any?(metadata, @tags)

        @included.empty? || !(@lines + @positions + @names).empty? || Metadata.any?(metadata, @included)
      end

      private

      def all(groups) = groups.flat_map { |group| group.examples + all(group.children) }

      # Whether a line or a position names the example, or a group around it.
      def named?(example)
        return true if @line_sets.any? { |set| set.include?(example) }

        own = example.id[/\[(.*)\]\z/, 1].to_s
        @positions.any? { |position| own == position || own.start_with?("#{position}:") }
      end

      # The examples of what is declared last at or before a line.
      def nearest(groups, line)
        declared = all(groups).flat_map { |example| example.metadata[:lines].map(&:last) }
        at = declared.select { |each| each <= line }.max
        all(groups).select { |example| example.metadata[:lines].any? { |_, each| each == at } }
      end
    end
  end
end
