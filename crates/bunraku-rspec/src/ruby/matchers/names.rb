# The names of the matchers, as methods of examples.
module RSpec
  module Matchers
    def eq(value) = BuiltIn::Eq.new(value)
    def eql(value) = BuiltIn::Eql.new(value)
    def equal(value) = BuiltIn::Equal.new(value)
    def be(value = NOTHING) = value.equal?(NOTHING) ? BuiltIn::Be.new : BuiltIn::Equal.new(value)
    def be_truthy = BuiltIn::BeTruthy.new
    def be_falsey = BuiltIn::BeFalsey.new
    def be_nil = BuiltIn::BeNil.new
    def be_a(type = NOTHING) = type.equal?(NOTHING) ? BuiltIn::Be.new : BuiltIn::BeAKindOf.new(type)
    def be_kind_of(type) = BuiltIn::BeAKindOf.new(type)
    def be_instance_of(type) = BuiltIn::BeAnInstanceOf.new(type)
    def be_between(least, most) = BuiltIn::BeBetween.new(least, most)
    def be_within(delta) = BuiltIn::BeWithin.new(delta)
    def match(value) = BuiltIn::Match.new(value)
    def include(*values) = BuiltIn::Include.new(*values)
    def contain_exactly(*values) = BuiltIn::ContainExactly.new(values)
    def match_array(values) = BuiltIn::ContainExactly.new(values.to_a)
    def all(matcher) = BuiltIn::All.new(matcher)
    def start_with(*values) = BuiltIn::StartWith.new(*values)
    def end_with(*values) = BuiltIn::EndWith.new(*values)
    def have_attributes(values) = BuiltIn::HaveAttributes.new(values)
    def cover(*values) = BuiltIn::Cover.new(*values)
    def satisfy(description = nil, &block) = BuiltIn::Satisfy.new(description, block)
    def exist(*args) = BuiltIn::Exist.new(*args)
    def raise_error(error = nil, message = nil, &block) = BuiltIn::RaiseError.new(error, message, &block)
    def change(receiver = nil, name = nil, &block) = BuiltIn::Change.new(receiver, name, block)
    def throw_symbol(symbol, *value) = BuiltIn::ThrowSymbol.new(symbol, *value)
    def output(value = nil) = BuiltIn::Output.new(value)
    def yield_control = BuiltIn::YieldProbe.new(:control, nil)
    def yield_with_no_args = BuiltIn::YieldProbe.new(:no_args, nil)
    def yield_with_args(*args) = BuiltIn::YieldProbe.new(:args, args)
    def yield_successive_args(*args) = BuiltIn::YieldProbe.new(:successive, args)

    { be_an: :be_a, be_a_kind_of: :be_kind_of, be_an_instance_of: :be_instance_of, be_falsy: :be_falsey,
      raise_exception: :raise_error, match_regex: :match, a_string_matching: :match, a_value_within: :be_within,
      a_string_including: :include, a_collection_including: :include, a_hash_including_matcher: :include, including: :include,
      matching: :match, a_collection_containing_exactly: :contain_exactly, containing_exactly: :contain_exactly,
      an_instance_of: :be_instance_of, a_kind_of: :be_kind_of, an_object_having_attributes: :have_attributes,
      having_attributes: :have_attributes, a_string_starting_with: :start_with, a_string_ending_with: :end_with,
      an_object_satisfying: :satisfy, satisfying: :satisfy, eq_to: :eq, an_object_eq_to: :eq, all_be: :all,
      a_truthy_value: :be_truthy, a_falsey_value: :be_falsey, a_nil_value: :be_nil, match_a: :match,
      a_hash_matching: :match, a_value_between: :be_between, a_value: :be, an_object_matching: :match,
      raise_a: :raise_error, an_exception: :raise_error }.each { |name, of| alias_method name, of }

    def respond_to(*names) = BuiltIn::RespondTo.new(*names)

    def method_missing(name, *args, &block)
      case name.to_s
      when /\Abe_/ then BuiltIn::BePredicate.new(name, args, block)
      when /\Ahave_/ then BuiltIn::HavePredicate.new(name, args, block)
      else raise NoMethodError, "undefined method `#{name}' for an example; a matcher must be defined in the spec, in its helper, or in a gem that `--include DIR` names"
      end
    end

    def respond_to_missing?(name, all = false) = name.start_with?('be_', 'have_') || super

    # `RSpec::Matchers.define :be_even do ... end`
    def self.define(name, &declarations)
      define_method(name) { |*expected, &block| Defined.new(name, declarations, self, expected, block) }
    end

    # What groups can say of matchers of their own.
    module DSL
      def define(name, &declarations) = RSpec::Matchers.define(name, &declarations)
      alias matcher define
    end

    Core::ExampleGroup.extend(DSL)

    def self.define_negated_matcher(name, base)
      define_method(name) { |*args, &block| Negated.new(__send__(base, *args, &block)) }
    end

    def self.alias_matcher(name, base, **_options) = alias_method(name, base)

    # A matcher that suites define.
    class Defined < BuiltIn::BaseMatcher
      attr_reader :expected_as_array, :block_arg

      def initialize(name, declarations, example, expected, block)
        @name = name
        @example = example
        @expected_as_array = expected
        @block_arg = block
        super(expected.length == 1 ? expected.first : expected)
        instance_exec(*expected, &declarations)
      end

      def match(_options = {}, &block) = @match = block
      def match_when_negated(_options = {}, &block) = @match_negated = block
      def match_unless_raises(_error = Exception, &block) = @match = proc { |actual| begin; instance_exec(actual, &block); true; rescue StandardError; false; end }
      def chain(name, *attributes, &block)
        define_singleton_method(name) do |*args|
          block ? instance_exec(*args, &block) : attributes.zip(args) { |each, value| define_singleton_method(each) { value } }
          self
        end
      end

      def description(&block) = block ? @description = block : words_of(@description) { default_description }
      def failure_message(&block) = block ? @failure = block : words_of(@failure) { "expected #{@actual.inspect} to #{description}" }
      def failure_message_when_negated(&block) = block ? @negated = block : words_of(@negated) { "expected #{@actual.inspect} not to #{description}" }
      alias failure_message_for_should failure_message
      alias failure_message_for_should_not failure_message_when_negated
      def diffable = @diffable = true
      def diffable? = !!@diffable
      def supports_block_expectations = true
      def supports_block_expectations? = true

      def matches?(actual)
        @actual = actual
        !!instance_exec(actual, &@match)
      rescue Expectations::ExpectationNotMetError
        false
      end

      def does_not_match?(actual)
        @actual = actual
        @match_negated ? instance_exec(actual, &@match_negated) : !matches?(actual)
      end

      def method_missing(name, *args, &block)
        @example.respond_to?(name, true) ? @example.__send__(name, *args, &block) : super
      end

      def respond_to_missing?(name, all = false) = @example.respond_to?(name, all)

      private

      def words_of(block) = block ? instance_exec(@actual, &block) : yield
      def default_description = [@name.to_s.tr('_', ' '), @expected_as_array.empty? ? nil : Matchers.list(@expected_as_array)].compact.join(' ')
    end

    class Negated < BuiltIn::BaseMatcher
      def initialize(base)
        @base = base
      end

      def matches?(actual) = @base.respond_to?(:does_not_match?) ? @base.does_not_match?(actual) : !@base.matches?(actual)
      def description = "not #{@base.description}"
      def failure_message = @base.failure_message_when_negated
      def failure_message_when_negated = @base.failure_message
      def supports_block_expectations? = true
    end
  end

  class Core::ExampleGroup
    include Matchers
  end
end
