# What is known about groups and examples: descriptions, places, tags.
module RSpec
  module Core
    module Metadata
      # The arguments of `describe` or `it` as descriptions and a hash of tags: symbols stand for tags that are true.
      def self.split(args)
        args = args.dup
        tags = args.last.is_a?(Hash) ? args.pop.dup : {}
        tags[args.pop] = true while args.last.is_a?(Symbol)
        [args, tags]
      end

      # The same for groups and examples: what comes first is their description, be it a symbol or a hash.
      def self.described(args)
        return split(args) unless args.first.is_a?(Symbol) || args.first.is_a?(Hash)

        parts, tags = split(args.drop(1))
        [[args.first] + parts, tags]
      end

      # The description that several arguments make together.
      def self.joined(parts)
        parts.each_with_index.map { |part, at| (at.zero? ? '' : separator(parts[at - 1], part)) + part.to_s }.join
      end

      def self.full(parent, parent_part, part)
        return part.to_s if parent.to_s.empty?
        return parent if part.nil?

        parent + (parent_part.is_a?(Module) && part.to_s.start_with?('#', '::', '.') ? '' : ' ') + part.to_s
      end

      def self.separator(before, part) = before.is_a?(Module) && part.to_s.start_with?('#', '::', '.') ? '' : ' '

      # The file and the line of a block, or of the code that called into the library.
      def self.place(block)
        file, line = block ? block.source_location : caller.map { |entry| entry.split(':') }.find { |at| !at[0].start_with?('<') }
        file ||= '?'
        [Core.relative(file), line.to_i, file]
      end

      # Whether metadata has what a filter asks for. Filters name a key with a value, a pattern or a condition.
      def self.matches?(metadata, filter)
        filter.all? { |key, wanted| holds?(metadata, key, wanted) }
      end

      def self.any?(metadata, filter)
        filter.any? { |key, wanted| holds?(metadata, key, wanted) }
      end

      def self.holds?(metadata, key, wanted)
        actual = metadata[key]
        case wanted
        when Proc
          case wanted.arity
          when 0 then wanted.call
          when 2 then wanted.call(actual, metadata)
          else wanted.call(actual)
          end
        when Regexp then wanted.match?(actual.to_s)
        when Hash then actual.is_a?(Hash) && matches?(actual, wanted)
        when true then !!actual
        when nil, false then !actual
        else actual == wanted || actual.to_s == wanted.to_s
        end
      end
    end

    def self.relative(path)
      root = Bunraku.root
      path.start_with?("#{root}/") ? "./#{path[(root.length + 1)..]}" : path
    end
  end
end
