# One example: its description, how it is run, and how it ended.
module RSpec
  module Core
    module Pending
      class PendingExampleFixedError < StandardError; end
    end

    class Example
      attr_reader :group, :metadata, :block, :instance, :exceptions
      attr_accessor :number

      def initialize(group, description, tags, block)
        @group = group
        @scoped_id = group.next_id
        @block = block
        @given = description
        file, line, absolute = Metadata.place(block)
        # An example without a block is a plan.
        tags = { pending: 'Not yet implemented', skip: 'Not yet implemented' }.merge(tags) unless block || tags.key?(:skip)
        @metadata = group.metadata.merge(tags).merge!(
          file_path: file, line_number: line, location: "#{file}:#{line}", absolute_file_path: absolute, block: block,
          example_group: group.metadata, description_args: [description].compact,
          lines: group.metadata[:lines] + [[file, line]]
        )
        describe_as(description.to_s)
      end

      def description = metadata[:description].empty? ? "example at #{metadata[:location]}" : metadata[:description]
      def full_description = metadata[:full_description]
      def location = metadata[:location]
      def file_path = metadata[:file_path]
      def exception = exceptions.first
      def example_group = group
      def described_class = group.described_class
      def execution_result = @result ||= Result.new
      def id = "#{Bunraku.relative_file}[#{@scoped_id}]"
      def inspect = "#<RSpec::Core::Example #{full_description.inspect}>"
      alias to_s description

      Result = Struct.new(:status, :exception, :pending_message, :run_time)

      def describe_as(text)
        metadata[:description] = text
        metadata[:full_description] =
          Metadata.full(group.metadata[:full_description], group.metadata[:description_args]&.last, text)
      end

      def now_pending(reason) = @pending = reason.to_s

      # Runs the example in an instance of its group, with all that surrounds it.
      def run
        @exceptions = []
        @pending = pending_reason(metadata[:pending])
        return finish(:pending, pending_reason(metadata[:skip])) if metadata[:skip]

        @instance = group.new
        @instance.__example = self
        group.context_variables.each { |name, value| @instance.instance_variable_set(name, value) }
        RSpec::Mocks.set_up
        RSpec::Matchers.forget_description
        begin
          # Functions that an example defines are gone with its environment.
          RSpec::Puppet::Support.keeping_functions do
            around_hooks.reverse.reduce(-> { run_inside }) { |inner, hook| surround(hook, inner) }.call
          end
        rescue SkipExample => e
          @skipped = e.message
        rescue Exception => e
          @exceptions << e
        end
        RSpec::Mocks.tear_down
        ::Puppet.clear_deprecation_warnings
        generate_description
        conclude
      ensure
        release
      end

      private

      # Lets go of all that the example has made. What its variables hold may hold the instance, and would stay for good.
      def release
        @instance&.instance_variables&.each { |name| @instance.remove_instance_variable(name) }
        @instance = nil
      end

      def pending_reason(value) = value == true ? 'No reason given' : value && value.to_s

      def around_hooks = fitting(RSpec.configuration.hooks_of(:around, :example) + group.example_hooks(:around))
      def before_hooks = fitting(RSpec.configuration.hooks_of(:before, :example) + group.example_hooks(:before))
      def after_hooks = fitting(group.example_hooks(:after) + RSpec.configuration.hooks_of(:after, :example).reverse)
      def fitting(hooks) = hooks.select { |hook| hook.for?(metadata) }

      def surround(hook, inner)
        procedure = Procedure.new(self, inner)
        lambda do
          RSpec.in_scope(:before_example_hook) { @instance.instance_exec(procedure, &hook.block) }
          @skipped ||= "the around hook at #{Metadata.place(hook.block).first(2).join(':')} did not run the example" unless procedure.ran
        end
      end

      def run_inside
        protect do
          RSpec.in_scope(:before_example_hook) { before_hooks.each { |hook| @instance.instance_exec(self, &hook.block) } }
          RSpec.in_scope(:example) { run_block }
        end
        RSpec.in_scope(:after_example_hook) do
          after_hooks.each { |hook| protect { @instance.instance_exec(self, &hook.block) } }
        end
        protect { RSpec::Mocks.verify } if @exceptions.empty?
      end

      def run_block
        return @instance.instance_exec(self, &@block) unless metadata[:aggregate_failures]

        RSpec::Expectations.aggregate { @instance.instance_exec(self, &@block) }
      end

      def protect
        yield
      rescue SkipExample => e
        @skipped = e.message
      rescue Exception => e
        @exceptions << e
      end

      def generate_description
        generated = RSpec::Matchers.generated_description
        describe_as(generated) if generated && @given.nil?
      end

      def conclude
        if @skipped
          finish(:pending, @skipped)
        elsif @pending && @exceptions.empty?
          @exceptions << Pending::PendingExampleFixedError.new('Expected example to fail since it is pending, but it passed.')
          finish(:failed)
        elsif @pending
          finish(:pending, @pending)
        else
          finish(@exceptions.empty? ? :passed : :failed)
        end
      end

      def finish(status, reason = nil)
        execution_result.status = status
        execution_result.pending_message = reason
        [status, reason]
      end

      # What `around` is given: the example, as something to call.
      class Procedure
        def initialize(example, inner)
          @example = example
          @inner = inner
        end

        attr_reader :ran

        def run
          @ran = true
          @inner.call
        ensure
          RSpec.now_in_scope(:after_example_hook)
        end
        alias call run
        def to_proc = method(:run).to_proc
        def metadata = @example.metadata
        def method_missing(name, *args, &block) = @example.public_send(name, *args, &block)
        def respond_to_missing?(name, all = false) = @example.respond_to?(name, all)
      end
    end
  end
end
