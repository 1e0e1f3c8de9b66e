# Mocha: `stubs` and `expects`, in the words of the mocks that are here anyway.
module Mocha
  # A message that Mocha's words are said to.
  class Expectation
    def initialize(message)
      @message = message
    end

    def returns(*values)
      @message.and_return(*(values.empty? ? [nil] : values))
      self
    end

    def raises(error = RuntimeError, *words)
      @message.and_raise(error, *words)
      self
    end

    def throws(*what)
      @message.and_throw(*what)
      self
    end

    def yields(*values)
      @message.and_yield(*values)
      self
    end

    def with(*arguments, &block)
      block ? @message.with(Matching.new(&block)) : @message.with(*arguments)
      self
    end

    %i[once twice never].each { |count| define_method(count) { @message.public_send(count) && self } }
    def times(count) = count.is_a?(Range) ? at_least(count.begin) : (@message.exactly(count) && self)
    def at_least(count) = @message.at_least(count) && self
    def at_least_once = at_least(1)
    def at_most(count) = @message.at_most(count) && self
    def at_most_once = at_most(1)
    def in_sequence(*) = self
    def then(*) = self
  end

  # An argument that a block accepts.
  class Matching
    def initialize(&block)
      @block = block
    end

    def ===(value) = @block.call(value)
    alias == ===
    def inspect = 'matching a block'
  end

  # What `stubs` and `expects` are said to, with a name or with names and values.
  module Words
    def stubs(names) = Mocha.add(self, names) { |target, message| RSpec::Mocks.allow(target, message) }
    def expects(names) = Mocha.add(self, names) { |target, message| RSpec::Mocks.expect(target, message) }
  end

  def self.add(target, names)
    answers = names.is_a?(Hash) ? names : { names => nil }
    made = answers.map do |name, value|
      message = RSpec::Mocks::Receive.new(name, nil)
      yield(target, message)
      Expectation.new(message).returns(value)
    end
    made.last
  end

  module API
    def mock(name = nil, answers = {}) = with_answers(double(name.is_a?(Hash) ? nil : name), :expects, name.is_a?(Hash) ? name : answers)
    def stub(name = nil, answers = {}) = with_answers(double(name.is_a?(Hash) ? nil : name), :stubs, name.is_a?(Hash) ? name : answers)
    def stub_everything(name = nil, answers = {}) = stub(name, answers).as_null_object
    def any_parameters = any_args
    def is_a(type) = Matching.new { |value| value.is_a?(type) }
    def has_entry(key, value) = Matching.new { |hash| hash.is_a?(Hash) && hash[key] == value }
    def has_entries(entries) = Matching.new { |hash| hash.is_a?(Hash) && entries.all? { |key, value| hash[key] == value } }
    def has_key(key) = Matching.new { |hash| hash.is_a?(Hash) && hash.key?(key) }
    def includes(*items) = Matching.new { |list| list.respond_to?(:include?) && items.all? { |item| list.include?(item) } }
    def regexp_matches(pattern) = Matching.new { |value| value.to_s.match?(pattern) }
    def equals(value) = value
    def optionally(*) = any_args

    private

    def with_answers(target, word, answers)
      answers.each { |name, value| target.public_send(word, name => value) }
      target
    end
  end
end

class Object
  include Mocha::Words
end

RSpec.configure { |c| c.include(Mocha::API) }
