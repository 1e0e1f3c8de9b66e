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
          @description = description
          @block = block
        end

        def description = @description ||= (code = Matchers.code_of(@block, 'satisfy')) ? "satisfy expression `#{code}`" : 'satisfy block'
        def holds? = @block.call(@actual)
      end

      class RespondTo < BaseMatcher
        def initialize(*names)
          super(names)
          @keywords = []
        end

        def with(count)
          @count = count
          self
        end

        def with_keywords(*names)
          @keywords = names
          self
        end
        alias and_keywords with_keywords

        def with_any_keywords
          @any_keywords = true
          self
        end
        alias and_any_keywords with_any_keywords

        def with_unlimited_arguments
          @unlimited = true
          self
        end
        alias and_unlimited_arguments with_unlimited_arguments

        def arguments = self
        alias argument arguments

        def holds?
          @missing = @expected.reject { |name| @actual.respond_to?(name) && takes?(@actual.method(name)) }
          @missing.empty?
        end

        def does_not_match?(actual)
          @actual = actual
          @missing = @expected.select { |name| @actual.respond_to?(name) && takes?(@actual.method(name)) }
          @missing.empty?
        end

        def description = "respond to #{@expected.length == 1 ? "##{@expected.first}" : @expected.inspect}#{taking}"
        def failure_message = "expected #{Matchers.show(@actual)} to respond to #{@missing.map(&:inspect).join(', ')}#{taking}"
        def failure_message_when_negated = failure_message.sub(' to respond to', ' not to respond to')

        private

        def takes?(method)
          kinds = method.parameters
          return arity?(method.arity) if kinds == [%i[rest]] && !@unlimited && @keywords.empty?

          required = kinds.count { |kind, _| kind == :req }
          most = kinds.any? { |kind, _| kind == :rest } ? nil : required + kinds.count { |kind, _| kind == :opt }
          least_and_most?(required, most) && (!@unlimited || most.nil?) && keywords?(kinds)
        end

        # What is not written in Ruby tells the number of its arguments alone.
        def arity?(arity) = @count.nil? || @count == arity || (arity.negative? && -arity - 1 <= (@count.is_a?(Range) ? @count.begin : @count))

        def least_and_most?(required, most)
          return true if @count.nil?

          least, last = @count.is_a?(Range) ? [@count.begin, @count.end] : [@count, @count]
          least >= required && (most.nil? || last.nil? || last <= most)
        end

        def keywords?(kinds)
          known = kinds.filter_map { |kind, name| name if %i[key keyreq].include?(kind) }
          needed = kinds.filter_map { |kind, name| name if kind == :keyreq }
          any = kinds.any? { |kind, _| kind == :keyrest }
          return !@any_keywords || any if @keywords.empty?

          (any || (@keywords - known).empty?) && (needed - @keywords).empty? && (!@any_keywords || any)
        end

        def taking
          parts = []
          parts << "#{@count} argument#{@count == 1 ? '' : 's'}" if @count
          parts << 'unlimited arguments' if @unlimited
          parts << "keyword#{@keywords.length == 1 ? '' : 's'} #{Matchers.list(@keywords)}" unless @keywords.empty?
          parts << 'any keywords' if @any_keywords
          parts.empty? ? '' : " with #{parts.join(' and ')}"
        end
      end

      class Exist < BaseMatcher
        def initialize(*args)
          @args = args
        end

        def holds? = @actual.respond_to?(:exist?) ? @actual.exist?(*@args) : @actual.exists?(*@args)
        def description = 'exist'
      end
    end

    # The code in the braces of a block that is on one line; `nil` if it is not.
    def self.code_of(block, name)
      file, line = block.source_location
      text = file && File.exist?(file) ? File.readlines(file)[line - 1].to_s : ''
      text[/\b#{name}(?:ing)?\s*\{(?:\s*\|[^|]*\|)?\s*([^{}]+?)\s*\}/, 1]
    end
  end
end
