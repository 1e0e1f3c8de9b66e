# Gem: version numbers and requirements, compared as RubyGems does.
module Gem
  class Version
    include Comparable

    PATTERN = /\A\s*([0-9]+(?>\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?)?\s*\z/.freeze

    attr_reader :version
    alias to_s version

    def self.correct?(version)
      PATTERN.match?(version.to_s)
    end

    def self.create(version)
      version.nil? || version.is_a?(Version) ? version : new(version)
    end

    def initialize(version)
      unless Version.correct?(version) && !version.nil?
        raise ArgumentError, "Malformed version number string #{version}"
      end

      text = version.to_s.strip
      # A dash starts a prerelease part.
      @version = (text.empty? ? '0' : text).gsub('-', '.pre.')
    end

    # The numbers and words of the version. Separators do not matter.
    def segments
      return @version.split('.').map(&:to_i) if @version.match?(/\A[0-9.]+\z/)

      @version.scan(/[0-9]+|[a-z]+/i).map { |part| part.match?(/\A\d/) ? part.to_i : part }
    end

    def prerelease?
      @version.match?(/[a-zA-Z]/)
    end

    def release
      return self unless prerelease?

      parts = segments
      parts.pop while parts.any?(String)
      Version.new(parts.join('.'))
    end

    # The next version: the last number is dropped, and the one before it is incremented.
    def bump
      parts = segments
      parts.pop while parts.any?(String)
      parts.pop if parts.length > 1
      parts[-1] = parts[-1].succ
      Version.new(parts.join('.'))
    end

    # A word sorts before any number, and also before a missing part, which counts as zero.
    def <=>(other)
      other = Version.new(other) if other.is_a?(String) && Version.correct?(other)
      return nil unless other.is_a?(Version)

      mine = segments
      others = other.segments
      order = mine.length == others.length ? mine <=> others : nil
      return order if order

      # Numbers and words are not comparable in arrays, and a missing part would be less.
      [mine.length, others.length].max.times do |index|
        order = compare(mine[index] || 0, others[index] || 0)
        return order unless order == 0
      end
      0
    end

    def eql?(other)
      other.is_a?(Version) && version == other.version
    end

    def hash
      segments.hash
    end

    def inspect
      "Gem::Version.new(#{version.inspect})"
    end

    private

    def compare(left, right)
      return left <=> right if left.is_a?(Integer) == right.is_a?(Integer)

      left.is_a?(String) ? -1 : 1
    end
  end

  # What a version must fulfil, such as `~> 1.2`.
  class Requirement
    class BadRequirementError < ArgumentError; end

    OPS = {
      '=' => ->(version, wanted) { version == wanted },
      '!=' => ->(version, wanted) { version != wanted },
      '>' => ->(version, wanted) { version > wanted },
      '<' => ->(version, wanted) { version < wanted },
      '>=' => ->(version, wanted) { version >= wanted },
      '<=' => ->(version, wanted) { version <= wanted },
      '~>' => ->(version, wanted) { version >= wanted && version.release < wanted.bump }
    }.freeze

    PATTERN = /\A\s*(=|!=|>=|<=|~>|>|<)?\s*([0-9]+(?>\.[0-9a-zA-Z]+)*(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?)\s*\z/.freeze

    attr_reader :requirements

    def self.create(*inputs)
      input = inputs.length == 1 ? inputs.first : inputs
      case input
      when Requirement then input
      when nil then default
      else new(input)
      end
    end

    def self.default
      new('>= 0')
    end

    def self.parse(requirement)
      return ['=', requirement] if requirement.is_a?(Version)

      found = PATTERN.match(requirement.to_s)
      raise BadRequirementError, "Illformed requirement [#{requirement.inspect}]" unless found

      [found[1] || '=', Version.new(found[2])]
    end

    def initialize(*requirements)
      requirements = requirements.flatten.compact.uniq
      requirements = ['>= 0'] if requirements.empty?
      @requirements = requirements.map { |requirement| Requirement.parse(requirement) }
    end

    def satisfied_by?(version)
      raise ArgumentError, "Need a Gem::Version: #{version.inspect}" unless version.is_a?(Version)

      requirements.all? { |operator, wanted| OPS[operator].call(version, wanted) }
    end
    alias === satisfied_by?
    alias =~ satisfied_by?

    def none?
      requirements == [['>=', Version.new('0')]]
    end

    def exact?
      requirements.length == 1 && requirements[0][0] == '='
    end

    def prerelease?
      requirements.any? { |_, version| version.prerelease? }
    end

    def as_list
      requirements.map { |operator, version| "#{operator} #{version}" }
    end

    def to_s
      as_list.join(', ')
    end

    def ==(other)
      other.is_a?(Requirement) && as_list.sort == other.as_list.sort
    end
  end

  # A name with a requirement.
  class Dependency
    attr_reader :name, :requirement

    def initialize(name, *requirements)
      @name = name
      @requirement = Requirement.create(*requirements)
    end

    def match?(name, version)
      self.name == name && requirement.satisfied_by?(Version.new(version))
    end

    def to_s
      "#{name} (#{requirement})"
    end
  end
end
