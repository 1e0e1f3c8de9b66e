# SemanticPuppet: versions and ranges of versions. They are values of Puppet, so that functions can return them.
module SemanticPuppet
  class Version
    include Comparable

    class ValidationFailure < ArgumentError; end

    FORM = /\A(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?\Z/.freeze

    class << self
      def parse(text)
        PuppetHost.version(text.to_s) || raise(ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier")
      end

      def valid?(text)
        !PuppetHost.version(text.to_s).nil?
      end

      def new(major, minor, patch, prerelease = nil, build = nil)
        text = "#{major}.#{minor}.#{patch}"
        text += "-#{Array(prerelease).join('.')}" if prerelease
        text += "+#{Array(build).join('.')}" if build
        parse(text)
      end
    end

    def major
      parts[0].to_i
    end

    def minor
      parts[1].to_i
    end

    def patch
      parts[2].to_i
    end

    def prerelease
      parts[3]
    end

    def build
      parts[4]
    end

    def stable?
      prerelease.nil?
    end

    def to_stable
      stable? ? self : Version.new(major, minor, patch)
    end

    def next(part)
      case part
      when :major then Version.new(major + 1, 0, 0)
      when :minor then Version.new(major, minor + 1, 0)
      else Version.new(major, minor, patch + 1)
      end
    end

    def <=>(other)
      return to_s <=> other.to_s unless other.is_a?(Version)

      order = [major, minor, patch] <=> [other.major, other.minor, other.patch]
      order.zero? ? prerelease_order(other) : order
    end

    # A version is written in quotes where it is shown.
    def inspect
      to_s
    end

    private

    def parts
      FORM.match(to_s).captures
    end

    def prerelease_order(other)
      own, others = [self, other].map { |version| version.prerelease&.split('.') }
      return (own.nil? ? 1 : 0) <=> (others.nil? ? 1 : 0) if own.nil? || others.nil?

      own.zip(others).each do |mine, theirs|
        return 1 if theirs.nil?

        order = identifier_order(mine, theirs)
        return order unless order.zero?
      end
      own.length <=> others.length
    end

    # Numbers come before words.
    def identifier_order(mine, theirs)
      numbers = [mine, theirs].map { |each| each.match?(/\A\d+\z/) }
      return mine.to_i <=> theirs.to_i if numbers.all?
      return numbers[0] ? -1 : 1 if numbers.any?

      mine <=> theirs
    end
  end

  class VersionRange
    def self.parse(text)
      PuppetHost.version_range(text.to_s) || raise(ArgumentError, "Unparsable version range: #{text.inspect}")
    end

    def self.new(from, to, exclude_end = false)
      parse(">=#{from} #{exclude_end ? '<' : '<='}#{to}")
    end

    # The same for all notations of a range, unlike `to_s`.
    def inspect
      PuppetHost.version_range_parts(self)
    end

    def include?(version)
      version = Version.parse(version) unless version.is_a?(Version)
      PuppetHost.version_in?(self, version)
    end
    alias member? include?
    alias cover? include?
    alias === include?
  end
end
