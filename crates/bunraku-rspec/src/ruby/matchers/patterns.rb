# `match`, `satisfy`, `respond_to`, `exist`.
module RSpec
  module Matchers
    module BuiltIn
      class Match < BaseMatcher
        def holds?
          return Matchers.values_match?(@expected, @actual) unless @expected.is_a?(Regexp) || @expected.is_a?(String)
          return false if @actual.nil?

          @actual.respond_to?(:match) ? @actual.match(@expected) : Matchers.values_match?(@expected, @actual)
        end

        def description = "match #{Matchers.show(@expected)}"
        def diffable? = true
      end

      class Satisfy < BaseMatcher
        def initialize(description, block)
          @description = description || 'satisfy block'
          @block = block
        end

        attr_reader :description

        def holds? = @block.call(@actual)
      end

      class RespondTo < BaseMatcher
        def initialize(*names)
          super(names)
        end

        def with(count)
          @count = count
          self
        end

        def arguments = self
        alias argument arguments

        def holds?
          @missing = @expected.reject do |name|
            @actual.respond_to?(name) && (@count.nil? || arity?(@actual.method(name).arity))
          end
          @missing.empty?
        end

        def arity?(arity) = arity == @count || (arity.negative? && -arity - 1 <= @count)

        def description = "respond to #{@expected.map { |name| "##{name}" }.join(', ')}"
        def failure_message = "expected #{@actual.inspect} to respond to #{@missing.map(&:inspect).join(', ')}"
      end

      class Exist < BaseMatcher
        def initialize(*args)
          @args = args
        end

        def holds? = @actual.respond_to?(:exist?) ? @actual.exist?(*@args) : @actual.exists?(*@args)
        def description = 'exist'
      end
    end
  end
end
