# `have_resource_count`, `have_class_count`, `have_TYPE_resource_count`.
module RSpec
  module Puppet
    class Count
      include RSpec::Matchers::Composable

      ALWAYS_THERE = ['Class[main]', 'Class[Settings]', 'Stage[main]'].freeze

      def initialize(type, count)
        @type = type.to_s
        @reference = @type.split('__').map(&:capitalize).join('::')
        @expected = count.to_i
      end

      def matches?(catalogue)
        names = catalogue.call.names.reject { |type, title, _| ALWAYS_THERE.include?("#{type}[#{title}]") }
        @actual = names.count { |type, _| @type == 'resource' ? !%w[Class Node].include?(type) : type == @reference }
        @actual == @expected
      end

      def description
        noun = @type == 'class' ? (@expected == 1 ? 'class' : 'classes') : (@expected == 1 ? 'resource' : 'resources')
        kind = %w[class resource].include?(@type) ? '' : "#{@reference} "
        "contain exactly #{@expected} #{kind}#{noun}"
      end

      def failure_message = "expected that the catalogue would #{description} but it contains #{@actual}"
      def failure_message_when_negated = "expected that the catalogue would not #{description} but it does"
      def supports_block_expectations? = true
    end
  end
end
