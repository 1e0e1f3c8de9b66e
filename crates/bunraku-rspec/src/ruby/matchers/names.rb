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
    def throw_symbol(symbol = nil, *value) = BuiltIn::ThrowSymbol.new(symbol, *value)
    def output(value = nil) = BuiltIn::Output.new(value)
    def yield_control = BuiltIn::YieldProbe.new(:control, nil)
    def yield_with_no_args = BuiltIn::YieldProbe.new(:no_args, nil)
    def yield_with_args(*args) = BuiltIn::YieldProbe.new(:args, args)
    def yield_successive_args(*args) = BuiltIn::YieldProbe.new(:successive, args)

    { be_an: :be_a, be_a_kind_of: :be_kind_of, be_an_instance_of: :be_instance_of, be_falsy: :be_falsey,
      raise_exception: :raise_error }.each { |name, of| alias_method name, of }

    # Other names, by which descriptions call them as well.
    { be_truthy: %i[a_truthy_value], be_falsey: %i[a_falsey_value a_falsy_value], be_nil: %i[a_nil_value], be: %i[a_value],
      be_an_instance_of: %i[an_instance_of], be_a_kind_of: %i[a_kind_of], be_between: %i[a_value_between],
      be_within: %i[a_value_within within], change: %i[a_block_changing changing],
      contain_exactly: %i[a_collection_containing_exactly containing_exactly], cover: %i[a_range_covering covering],
      end_with: %i[a_collection_ending_with a_string_ending_with ending_with], eq: %i[an_object_eq_to eq_to],
      eql: %i[an_object_eql_to eql_to], equal: %i[an_object_equal_to equal_to], exist: %i[an_object_existing existing],
      have_attributes: %i[an_object_having_attributes having_attributes],
      include: %i[a_collection_including a_string_including a_hash_including including],
      match: %i[match_regex an_object_matching a_string_matching matching], match_array: %i[an_array_matching],
      output: %i[a_block_outputting], raise_error: %i[a_block_raising raising],
      respond_to: %i[an_object_responding_to responding_to], satisfy: %i[an_object_satisfying satisfying],
      start_with: %i[a_collection_starting_with a_string_starting_with starting_with],
      throw_symbol: %i[a_block_throwing throwing], yield_control: %i[a_block_yielding_control yielding_control],
      yield_with_no_args: %i[a_block_yielding_with_no_args yielding_with_no_args],
      yield_with_args: %i[a_block_yielding_with_args yielding_with_args],
      yield_successive_args: %i[a_block_yielding_successive_args yielding_successive_args] }.each do |of, names|
      names.each do |name|
        define_method(name) { |*args, **options, &block| Aliased.new(options.empty? ? __send__(of, *args, &block) : __send__(of, *args, **options, &block), of, name) }
      end
    end

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

    # Another name for a matcher; the block says what becomes of its description.
    def self.alias_matcher(name, base, **_options, &words)
      define_method(name) do |*args, &block|
        matcher = Aliased.new(__send__(base, *args, &block), base, name)
        if words
          described = matcher.method(:description)
          matcher.define_singleton_method(:description) { words.call(described.call) }
        end
        matcher
      end
    end

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
      def define_method(name, &block) = define_singleton_method(name, &block)
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
