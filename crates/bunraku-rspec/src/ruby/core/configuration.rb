# `RSpec.configure`: settings, modules for groups, and hooks for all of them.
module RSpec
  module Core
    class Configuration
      include Hooks
      include SharedDefinitions

      attr_accessor :fail_fast, :order, :formatter, :profile_examples, :run_all_when_everything_filtered, :color, :tty,
                    :disable_monkey_patching, :example_status_persistence_file_path, :filter_gems_from_backtrace,
                    :expose_dsl_globally, :default_formatter, :full_backtrace, :pattern,
                    :exclude_pattern, :backtrace_exclusion_patterns, :silence_filter_announcements, :warnings, :seed,
                    :shared_context_metadata_behavior, :fixture_path, :expect_with_options, :fail_if_no_examples,
                    :failure_exit_code, :error_exit_code, :drb, :drb_port, :project_source_dirs, :success_color,
                    :pending_color, :failure_color, :default_color, :fixed_color, :detail_color, :start_time,
                    :backtrace_inclusion_patterns, :raise_on_warning, :only_failures
      attr_reader :modules, :inclusions, :exclusions

      # What deprecations would raise does not arise here.
      def raise_errors_for_deprecations! = nil

      def initialize
        @modules = []
        @inclusions = {}
        @exclusions = {}
        @defined = []
        @order = :defined
        @backtrace_exclusion_patterns = []
      end

      def add_setting(name, default: nil, **_)
        variable = "@setting_#{name}"
        instance_variable_set(variable, default) unless instance_variable_defined?(variable)
        define_singleton_method(name) { instance_variable_get(variable) }
        define_singleton_method("#{name}=") { |value| instance_variable_set(variable, value) }
        define_singleton_method("#{name}?") { !!instance_variable_get(variable) }
      end

      def include(mod, *tags) = use(:include, mod, tags)
      def extend(mod, *tags) = use(:extend, mod, tags)
      def prepend(mod, *tags) = use(:prepend, mod, tags)
      def include_context(name, *tags) = use(:include_context, name, tags)

      def define_derived_metadata(*tags, &block) = @defined << [Metadata.split(tags).last, block]
      def when_first_matching_example_defined(*); end

      def filter_run_including(*tags) = @inclusions.merge!(Metadata.split(tags).last)
      alias filter_run filter_run_including
      alias filter_run_when_matching filter_run_including
      def filter_run_excluding(*tags) = @exclusions.merge!(Metadata.split(tags).last)
      def inclusion_filter = @inclusions
      def exclusion_filter = @exclusions
      def exclusion_filter=(filter)
        @exclusions = filter
      end

      MockFramework = Struct.new(:framework_name)

      def mock_with(name = :rspec)
        @mock_framework = MockFramework.new(%i[rr flexmock mocha].include?(name) ? name : :rspec)
        require 'mocha/api' if name == :mocha
        yield(MockSettings.new) if block_given?
        @mock_framework
      end

      def mock_framework = @mock_framework || MockFramework.new(:rspec)
      def mock_framework=(name)
        mock_with(name)
      end

      def expect_with(*_names)
        yield(MockSettings.new) if block_given?
      end

      def expect_with=(_name); end
      def alias_example_to(name, *tags)
        tags = Metadata.split(tags).last
        ExampleGroup.define_singleton_method(name) do |*args, &block|
          parts, own = Metadata.described(args)
          it(*parts, tags.merge(own), &block)
        end
      end

      def alias_example_group_to(name, *tags)
        tags = Metadata.split(tags).last
        ExampleGroup.define_singleton_method(name) { |*args, &block| ExampleGroup.add(self, args, tags, block) }
        RSpec.define_singleton_method(name) { |*args, &block| ExampleGroup.public_send(name, *args, &block) }
        Object.define_method(name) { |*args, &block| RSpec.public_send(name, *args, &block) }
      end

      def alias_it_behaves_like_to(name, words = '')
        ExampleGroup.define_singleton_method(name) do |shared, *args, **options, &block|
          add_shared_group("#{words} #{shared}", shared, args, options, block)
        end
      end
      alias alias_it_should_behave_like_to alias_it_behaves_like_to

      def add_formatter(*); end
      def ordering=(_name); end
      def register_ordering(name, strategy = nil, &block) = orderings[name] = strategy&.method(:order) || block
      def orderings = (@orderings ||= {})
      def default_path=(_path); end
      def default_path = 'spec'
      def color_enabled? = false
      def color_enabled=(_value); end
      def color_mode=(_value); end
      def color_mode = :automatic
      def formatters = []
      def files_to_run = [Bunraku.file]
      def reporter = Reporter.new
      def libs = []
      def requires = []
      def dry_run? = false
      def output_stream = $stdout
      def output_stream=(_value); end
      def error_stream = $stderr
      def deprecation_stream=(_value); end
      def infer_spec_type_from_file_location!; end
      def disable_monkey_patching!; end
      def treat_symbols_as_metadata_keys_with_true_values=(_value); end
      def bisect_runner=(_value); end
      def threadsafe=(_value); end
      def max_displayed_failure_line_count=(_value); end

      # Things that report are left to the command.
      class Reporter
        def method_missing(*) = nil
        def respond_to_missing?(*) = true
      end

      class MockSettings
        def method_missing(*) = nil
        def respond_to_missing?(*) = true
      end

      # Gives a new group what the configuration has for groups with its metadata.
      def configure_group(group)
        @defined.each { |filter, block| block.call(group.metadata) if Metadata.matches?(group.metadata, filter) }
        @modules.each { |kind, mod, filter| apply(group, kind, mod) if applies?(group, filter) }
      end

      private

      def use(kind, mod, tags)
        entry = [kind, mod, Metadata.split(tags).last]
        @modules << entry
        every_group.each { |group| apply(group, kind, mod) if applies?(group, entry.last) }
      end

      def applies?(group, filter) = filter.empty? || Metadata.any?(group.metadata, filter)

      def apply(group, kind, mod)
        case kind
        when :include then group.include(mod)
        when :extend then group.extend(mod)
        when :prepend then group.prepend(mod)
        else group.include_context(mod)
        end
      end

      def every_group(groups = RSpec.world.groups) = groups.flat_map { |group| [group] + every_group(group.children) }
    end
  end
end
