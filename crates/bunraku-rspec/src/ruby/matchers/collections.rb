# `include`, `contain_exactly`, `all`, `start_with` and other matchers of what is in a value.
module RSpec
  module Matchers
    module BuiltIn
      class Include < BaseMatcher
        def initialize(*expected)
          super(expected)
          @counts = nil
        end

        { once: 1, twice: 2, thrice: 3 }.each { |name, count| define_method(name) { exactly(count) } }

        # How often: in words, and as the numbers that are right.
        { exactly: ->(count) { count..count }, at_least: ->(count) { count.. }, at_most: ->(count) { 0..count },
          between: ->(*ends) { Range.new(*(ends.first.is_a?(Range) ? [ends.first.begin, ends.first.end] : ends)) } }.each do |name, range|
          define_method(name) do |*counts|
            counts = counts.map { |count| { once: 1, twice: 2, thrice: 3 }.fetch(count, count) }
            @counts = range.call(*counts)
            @often = "#{name == :exactly ? '' : "#{name.to_s.tr('_', ' ')} "}#{counts.map { |count| Matchers.often(count) }.join(' and ')}"
            self
          end
        end

        def times = self

        def holds?
          @missing = @expected.reject { |each| included?(each) }
          @missing.empty?
        end

        def does_not_match?(actual)
          @actual = actual
          @missing = @expected.select { |each| included?(each) }
          answers? && @missing.empty?
        end

        def description = Matchers.spaced("include #{Matchers.list(@expected)}#{@often && " #{@often}"}")
        def failure_message = Matchers.spaced("expected #{Matchers.show(@actual)} to include #{Matchers.list(@missing)}#{counted}#{answers? ? '' : ', but it does not respond to `include?`'}")
        def failure_message_when_negated = Matchers.spaced("expected #{Matchers.show(@actual)} not to include #{Matchers.list(@missing)}#{counted}")
        def expected = @expected.length == 1 ? @expected.first : @expected
        def diffable? = !@actual.is_a?(String) || expected.is_a?(String)

        private

        def answers? = @actual.respond_to?(:include?)

        def included?(wanted)
          return false unless answers?
          return @counts.cover?(count(wanted)) if @counts

          case @actual
          when Hash
            return wanted.all? { |key, value| @actual.key?(key) && Matchers.values_match?(value, @actual[key]) } if wanted.is_a?(Hash)

            Matchers.matcher?(wanted) ? @actual.keys.any? { |key| Matchers.values_match?(wanted, key) } : @actual.key?(wanted)
          when String then wanted.is_a?(Regexp) ? wanted.match?(@actual) : @actual.include?(wanted.to_s)
          else
            return true if !Matchers.matcher?(wanted) && @actual.include?(wanted)

            @actual.respond_to?(:any?) && @actual.any? { |each| Matchers.values_match?(wanted, each) }
          end
        end

        def counted = @often && answers? ? " #{@often} but it is included #{Matchers.often(count(@expected.first))}" : ''

        def count(wanted)
          return @actual.count { |key, value| wanted.is_a?(Hash) ? wanted == { key => value } : Matchers.values_match?(wanted, key) } if @actual.is_a?(Hash)
          return @actual.scan(wanted).length if @actual.is_a?(String)

          @actual.count { |each| Matchers.values_match?(wanted, each) }
        end
      end

      # The same elements in any order.
      class ContainExactly < BaseMatcher
        def holds?
          return false unless @actual.respond_to?(:to_a) || @actual.respond_to?(:to_ary)

          left = @actual.to_a.dup
          # Plain values take their equals first, so that matchers have what is left.
          plain, patterns = @expected.partition { |each| left.include?(each) }
          @missing = plain.reject { |each| take(left) { |actual| actual == each } }
          @missing += pair(patterns, left)
          @extra = left
          @missing.empty? && @extra.empty?
        end

        def description = "contain exactly #{Matchers.list(@expected)}"

        def failure_message
          return "expected a collection that can be converted to an array, got #{@actual.inspect}" unless @missing

          lines = ["expected collection contained:  #{Matchers.show(sorted(@expected))}",
                   "actual collection contained:    #{Matchers.show(sorted(@actual.to_a))}"]
          lines << "the missing elements were:      #{Matchers.show(sorted(@missing))}" unless @missing.empty?
          lines << "the extra elements were:        #{Matchers.show(sorted(@extra))}" unless @extra.empty?
          "#{lines.join("\n")}\n"
        end

        def failure_message_when_negated = "expected #{Matchers.show(@actual)} not to contain exactly #{Matchers.list(@expected)}"

        private

        def take(left)
          at = left.index { |actual| yield(actual) }
          at && [left.delete_at(at)]
        end

        # Gives each pattern an element of its own, as many as possible. Returns the patterns that are left.
        def pair(patterns, left)
          owner = {}
          unmatched = patterns.each_index.reject { |at| augment(patterns, left, at, owner, {}) }
          left.replace(left.each_index.reject { |at| owner.key?(at) }.map { |at| left[at] })
          unmatched.map { |at| patterns[at] }
        end

        def augment(patterns, left, at, owner, seen)
          left.each_index.any? do |to|
            next false if seen[to] || !Matchers.values_match?(patterns[at], left[to])

            seen[to] = true
            next false unless owner[to].nil? || augment(patterns, left, owner[to], owner, seen)

            owner[to] = at
            true
          end
        end

        def sorted(values)
          values.sort
        rescue StandardError
          values
        end
      end

      class All < BaseMatcher
        def holds?
          @failed = @actual.each_with_index.map { |each, at| [at, each, @expected.dup] }
          @failed = @failed.reject { |_, each, matcher| Matchers.matcher?(matcher) ? matcher.matches?(each) : matcher == each }
          @failed.empty?
        end

        def description = "all #{Matchers.matcher?(@expected) ? @expected.description : @expected.inspect}"

        def failure_message
          lines = @failed.map { |at, _, matcher| "object at index #{at} failed to match:\n#{Matchers.indented(matcher.failure_message, 6)}" }
          "expected #{Matchers.show(@actual)} to #{description}\n\n   #{lines.join("\n\n   ")}"
        end
      end

      class StartWith < BaseMatcher
        def initialize(*expected)
          super(expected)
        end

        def holds? = part && part.length == wanted.length && Matchers.values_match?(wanted, part)
        def description = "start with #{Matchers.list(@expected)}"

        private

        def wanted = @actual.is_a?(String) ? @expected.first : @expected
        def part = @actual.respond_to?(:[]) ? @actual[0, wanted.length] : nil
      end

      class EndWith < StartWith
        def description = "end with #{Matchers.list(@expected)}"

        private

        def part = @actual.respond_to?(:[]) && @actual.length >= wanted.length ? @actual[-wanted.length, wanted.length] : nil
      end

      class HaveAttributes < BaseMatcher
        def holds?
          @actual_values = @expected.keys.to_h { |name| [name, @actual.respond_to?(name) ? @actual.__send__(name) : nil] }
          @expected.all? { |name, value| @actual.respond_to?(name) && Matchers.values_match?(value, @actual_values[name]) }
        end

        def description = Matchers.spaced("have attributes #{Matchers.show(@expected)}")

        def failure_message
          unknown = @expected.keys.reject { |name| @actual.respond_to?(name) }
          return "expected #{Matchers.show(@actual)} to respond to #{Matchers.list(unknown)}" unless unknown.empty?

          Matchers.spaced("expected #{Matchers.show(@actual)} to have attributes #{Matchers.show(@expected)} but had attributes #{Matchers.show(@actual_values)}")
        end

        def failure_message_when_negated = Matchers.spaced("expected #{Matchers.show(@actual)} not to have attributes #{Matchers.show(@expected)}")
      end

      class Cover < BaseMatcher
        def initialize(*expected)
          super(expected)
        end

        def holds? = @expected.all? { |value| @actual.cover?(value) }

        def does_not_match?(actual)
          @actual = actual
          @expected.none? { |value| @actual.cover?(value) }
        end

        def description = "cover #{Matchers.list(@expected)}"
      end
    end
  end
end
