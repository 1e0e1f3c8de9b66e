# Parts of Puppet that the files of resource types use, beyond those for functions. Code that works on a node exists
# only by name, so that it can be included or inherited from.

require 'puppet'

module Puppet
  PUPPETVERSION = version

  class ConstantAlreadyDefined < Error; end

  class SubclassAlreadyDefined < Error; end

  # Puppet's mixins that are used on a node.
  module Util
    [
      :Autoload, :Backups, :CharacterEncoding, :Checksums, :ClassGen, :Diff, :Docs, :Errors, :Execution, :FileParsing,
      :FileType, :Logging, :MetaID, :NetworkDevice, :POSIX, :PsychSupport, :ProviderFeatures, :RpmCompare, :SELinux,
      :Storage, :SUIDManager, :SymbolicFileMode, :Tagging, :UserAttr, :Warnings, :Windows
    ].each { |name| const_set(name, ::Module.new) unless const_defined?(name, false) }

    # Modes of files in words, such as `u=rw,g=r`.
    module SymbolicFileMode
      BITS = { 'r' => 4, 'w' => 2, 'x' => 1 }.freeze
      SHIFTS = { 'u' => 6, 'g' => 3, 'o' => 0 }.freeze
      SPECIAL = { 's' => { 'u' => 4, 'g' => 2, 'o' => 0 }, 't' => { 'u' => 1, 'g' => 1, 'o' => 1 } }.freeze

      def valid_symbolic_mode?(value)
        normalize_symbolic_mode(value)
        symbolic_mode_to_int(value, 0)
        true
      rescue StandardError
        false
      end

      def normalize_symbolic_mode(value)
        return nil if value.nil?

        value = value.to_s
        value.match?(/\A0?[0-7]{1,4}\z/) ? value.to_i(8).to_s(8) : value
      end

      def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
        raise Puppet::Error, 'An empty mode string is illegal' if modification.to_s.empty?
        return modification.to_i(8) if modification.match?(/\A[0-7]+\z/)
        raise Puppet::Error, 'Numeric modes must be in octal, not decimal!' if modification.match?(/\A\d+\z/)

        mode = to_mode & 0o7777
        modification.split(/\s*,\s*/).each do |part|
          match = /\A([ugoa]*)([-+=].*)\z/.match(part)
          raise Puppet::Error, "Missing action in symbolic mode #{modification.inspect}" unless match

          who = (match[1].empty? ? 'a' : match[1]).gsub('a', 'ugo').chars.uniq
          before = mode
          who.each { |each| mode = changed_mode(mode, each, match[2], before, to_mode, is_a_directory) }
        end
        mode
      end

      private

      def changed_mode(mode, who, steps, before, original, directory)
        value = (before >> SHIFTS[who]) & 7
        special = mode >> 9
        action = nil
        steps.each_char do |step|
          case step
          when '-', '+', '='
            action = step
            value = 0 if step == '='
          when 'u', 'g', 'o' then value = applied(action, value, (before >> SHIFTS[step]) & 7)
          when 'r', 'w', 'x' then value = applied(action, value, BITS[step])
          when 'X'
            raise Puppet::Error, "X only works with the '+' operator" unless action == '+'

            value |= 1 if directory || (original & 0o111).positive?
          when 's', 't' then special = applied(action, special, SPECIAL[step][who])
          else raise Puppet::Error, 'Unknown operation'
          end
        end
        rest = mode & ~(7 << SHIFTS[who]) & 0o777
        special << 9 | rest | value << SHIFTS[who]
      end

      def applied(action, value, bits)
        action == '-' ? value & ~bits : value | bits
      end
    end

    # Catalogs are never compiled on a device.
    module NetworkDevice
      def self.current
        nil
      end
    end

    # The function `versioncmp`, for code that runs while a type is read and cannot call functions.
    module Package
      # A dash sorts before a dot, and both before other parts. Numbers are compared as numbers unless they start with a
      # zero.
      def self.versioncmp(left, right, ignore_zeroes = false)
        left, right = [left, right].map { |version| without_zeroes(version) } if ignore_zeroes
        pieces = [left, right].map { |version| version.scan(/[-.]|\d+|[^-.\d]+/) }
        pieces[0].zip(pieces[1]).each do |a, b|
          break if b.nil?
          return order(a, b) unless a == b
        end
        left <=> right
      end

      def self.order(a, b)
        ['-', '.'].each do |sign|
          return -1 if a == sign
          return 1 if b == sign
        end
        numbers = [a, b].all? { |piece| piece.match?(/\A[1-9]\d*\z/) }
        numbers ? a.to_i <=> b.to_i : a.upcase <=> b.upcase
      end

      def self.without_zeroes(version)
        first, *rest = version.split('-')
        [first.sub(/[.0]+\z/, ''), *rest].join('-')
      end

      def versioncmp(left, right, ignore_zeroes = false)
        Package.versioncmp(left, right, ignore_zeroes)
      end
    end
  end

  module Coercion
    def self.boolean(value)
      case value.to_s.downcase
      when 'true', 'yes' then true
      when 'false', 'no' then false
      else raise 'expected a boolean value'
      end
    end

    def self.boolean_values
      ['true', 'false', 'yes', 'no']
    end
  end

  # A provider works on a node. Its declarations have no meaning for a catalog.
  class Provider
    def self.const_missing(name)
      const_set(name, Class.new(Puppet::Provider))
    end

    class << self
      attr_accessor :name, :resource_type, :doc

      [
        :commands, :optional_commands, :has_command, :confine, :defaultfor, :notdefaultfor, :mk_resource_methods,
        :initvars, :has_feature, :has_features, :desc, :text_line, :record_line, :command
      ].each { |declaration| define_method(declaration) { |*| nil } }

      def instances
        []
      end

      def suitable?(_short = true)
        true
      end
    end
  end
end

# For files that require all files in a directory next to them. Where files cannot be listed otherwise, Ruby files in
# the directories of modules are.
class Dir
  class << self
    def glob(patterns, *)
      [patterns].flatten.flat_map { |pattern| PuppetHost.glob(pattern.to_s) || files_like(pattern.to_s) }
    end

    def [](*patterns)
      glob(patterns)
    end

    private

    def files_like(pattern)
      folder, name = File.split(pattern)
      plain = !folder.match?(/[*?\[{]/) && name.match?(/\A[^?\[{]*\.rb\z/)
      PuppetHost.refuse('Dir.glob of anything but files of Ruby') unless plain

      form = /\A#{name.split('*', -1).map { |part| Regexp.escape(part) }.join('.*')}\z/
      names = PuppetHost.libraries(folder).map { |library| "#{library}.rb" }
      names.select { |each| form.match?(each) }.sort.map { |each| "#{folder}/#{each}" }
    end
  end
end

# The namespace for code of modules.
module PuppetX; end

module Facter
  # A type that reads facts while it is loaded selects the values that it accepts on a node. If the host has no facts,
  # the node is assumed to be a Linux system.
  MACHINE = {
    'kernel' => 'Linux',
    'osfamily' => 'Debian',
    'operatingsystem' => 'Debian',
    'operatingsystemrelease' => '12',
    'operatingsystemmajrelease' => '12',
    'os' => { 'name' => 'Debian', 'family' => 'Debian', 'release' => { 'full' => '12', 'major' => '12' } },
  }.freeze

  class << self
    alias host_value value

    def value(name)
      fact = host_value(name)
      fact.nil? ? MACHINE[name.to_s] : fact
    end

    def version
      '4.10.0'
    end
  end
end
