# `let`, `subject` and what is expected of it.
module RSpec
  module Core
    # What a group can define.
    module MemoizedDefinitions
      def let(name, &block)
        raise ArgumentError, "`let(:#{name})` needs a block" unless block

        # The block is a method of a module, so that `super()` leads from it to the definition in the group around.
        let_definitions.module_eval do
          define_method(name, &block)
        end
        takes_example = block.arity == 1
        define_method(name) do
          __memoized.fetch(name) do
            __memoized[name] = takes_example ? super(RSpec.current_example) : super()
          end
        end
      end

      def let!(name, &block)
        let(name, &block)
        before { __send__(name) }
      end

      def subject(name = nil, &block)
        if name
          let(name, &block)
          alias_method(:subject, name)
        else
          let(:subject, &block)
        end
      end

      def subject!(name = nil, &block)
        subject(name, &block)
        before { subject }
      end

      # An example about an attribute of the subject, with the subject replaced by its value.
      def its(attribute, *tags, &block)
        describe(attribute.to_s) do
          let(:__its_subject) do
            if attribute.is_a?(Array)
              subject[*attribute]
            else
              attribute.to_s.split('.').reduce(subject) { |object, name| object.public_send(name) }
            end
          end

          def is_expected = expect(__its_subject)
          alias_method :are_expected, :is_expected

          def will(matcher = nil, message = nil) = expect { __its_subject }.to(matcher, message)
          def should(matcher = nil, message = nil) = expect(__its_subject).to(matcher, message)
          def should_not(matcher = nil, message = nil) = expect(__its_subject).not_to(matcher, message)

          example(nil, *tags, &block)
        end
      end

      private

      def let_definitions
        return const_get(:LetDefinitions, false) if const_defined?(:LetDefinitions, false)

        definitions = Module.new
        const_set(:LetDefinitions, definitions)
        include(definitions)
        definitions
      end
    end

    # What an example can use.
    module Memoized
      def subject
        __memoized.fetch(:subject) do
          metadata = self.class.metadata
          described = described_class || metadata.fetch(:described_value) { metadata[:description_args]&.first }
          __memoized[:subject] = described.is_a?(Class) ? described.new : described
        end
      end

      def is_expected = expect(subject)
      alias are_expected is_expected

      def should(matcher = nil, message = nil) = expect(subject).to(matcher, message)
      def should_not(matcher = nil, message = nil) = expect(subject).not_to(matcher, message)

      def __memoized = (@__memoized ||= {})
    end
  end
end
