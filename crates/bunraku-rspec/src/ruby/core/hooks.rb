# `before`, `after` and `around`, of groups and of the configuration.
module RSpec
  module Core
    # A block with the moment that it runs at, and the tags that an example must have for it.
    Hook = Struct.new(:moment, :scope, :filter, :block) do
      def for?(metadata) = filter.empty? || Metadata.matches?(metadata, filter)
    end

    module Hooks
      SCOPES = { each: :example, example: :example, all: :context, context: :context, suite: :suite }.freeze

      def before(*args, &block) = add_hook(:before, args, block)
      def after(*args, &block) = add_hook(:after, args, block)
      def around(*args, &block) = add_hook(:around, args, block)
      alias append_before before
      alias prepend_after after

      def prepend_before(*args, &block) = add_hook(:before, args, block, first: true)
      def append_after(*args, &block) = add_hook(:after, args, block, first: true)

      def hooks = (@hooks ||= [])

      def hooks_of(moment, scope) = hooks.select { |hook| hook.moment == moment && hook.scope == scope }
      def hooks_at(moment, scope, metadata) = hooks_of(moment, scope).select { |hook| hook.for?(metadata) }

      private

      def add_hook(moment, args, block, first: false)
        scope = SCOPES.key?(args.first) ? SCOPES[args.shift] : :example
        hook = Hook.new(moment, scope, Metadata.split(args).last, block)
        first ? hooks.unshift(hook) : hooks.push(hook)
      end
    end
  end
end
