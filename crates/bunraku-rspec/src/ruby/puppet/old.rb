# Matchers about catalogs as a whole that are older than `contain_`.
module RSpec
  module Puppet
    # `have_unique_values_for_all('user', 'uid')`
    class UniqueValues < RSpec::Matchers::BuiltIn::BaseMatcher
      def initialize(type, attribute)
        @type = type.capitalize
        @attribute = attribute.to_sym
      end

      def matches?(catalogue)
        values = catalogue.call.resources.select { |resource| resource.type == @type }.map { |resource| resource[@attribute] }
        values.uniq.length == values.length
      end

      def description = "have unique attribute values for #{@type}[#{@attribute}]"
      def failure_message = "expected that the catalogue would have no duplicate values for #{@type}[#{@attribute}]"
      def failure_message_when_negated = "expected that the catalogue would have duplicate values for #{@type}[#{@attribute}]"
      def supports_block_expectations? = true
    end

    # `include_class('apt')`
    class IncludeClass < RSpec::Matchers::BuiltIn::BaseMatcher
      def matches?(catalogue)
        RSpec.deprecate('include_class()', replacement: 'contain_class()')
        catalogue.call.classes.include?(@expected)
      end

      def description = "include Class[#{@expected}]"
      def failure_message = "expected that the catalogue would include Class[#{@expected}]"
      def failure_message_when_negated = "expected that the catalogue would not include Class[#{@expected}]"
      def supports_block_expectations? = true
    end
  end
end
