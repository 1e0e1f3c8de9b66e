# A compiled catalog, and the resources in it.
require 'puppet/automatic'

module RSpec
  module Puppet
    class Catalogue
      attr_reader :number

      def initialize(number, exported = false)
        @number = number
        @exported = exported
        @found = {}
      end

      # As many as are kept of those that were compiled.
      MOST = 24

      # The same catalog is the same object: examples compare them, and look up the same resources in it.
      def self.numbered(number, exported = false)
        @known ||= {}
        @known.shift if @known.length > MOST
        @known[[number, exported]] ||= new(number, exported)
      end

      def is_a?(type) = type == ::Puppet::Resource::Catalog || super
      alias kind_of? is_a?

      # Some matchers call what they are given.
      def call = self

      def resource(type, title = nil)
        type, title = Catalogue.split(type.to_s) if title.nil?
        key = [type.to_s, title.to_s]
        @found.fetch(key) do
          about = PuppetHost.ask('resource', @number, type.to_s, title.to_s, @exported)
          @found[key] = about && Resource.new(about)
        end
      end

      def names = (@names ||= PuppetHost.ask('resources', @number, @exported))
      def resources = (@resources ||= names.map { |type, title, _| resource(type, title) })
      alias vertices resources
      def resource_refs = names.map { |type, title, _| "#{type}[#{title}]" }
      def resource_keys = names.map { |type, title, _| [type, title] }
      def classes = names.select { |type, _| type == 'Class' }.map { |_, title| title.downcase }
      def declared(type, title, attributes) = PuppetHost.ask('declared', @number, type, title.to_s, @exported, attributes)
      def near(type, title) = PuppetHost.ask('near', @number, type, title)
      def precedes?(first, second) = PuppetHost.ask('precedes', @number, first, second, automatic)
      def notifies?(first, second) = PuppetHost.ask('notifies', @number, first, second, automatic)
      def refused = PuppetHost.ask('refused', @number)
      def unchecked = PuppetHost.ask('unchecked', @number)
      def checked = PuppetHost.ask('checked', @number)
      def cycles = PuppetHost.ask('cycles', @number)
      def dangling = PuppetHost.ask('dangling', @number)
      # What an agent makes of it, or fails to.
      def to_ral
        Checked.check(self)
        self
      end

      def inspect = '#<Puppet::Resource::Catalog>'

      # The relationships that types of modules add by themselves.
      def automatic = (@automatic ||= ::Puppet::Automatic.of(self))

      def self.split(reference)
        match = /\A(?<type>[^\[\]]+)\[(?<title>.+)\]\z/m.match(reference)
        match ? [match[:type], match[:title]] : [reference, '']
      end
    end

    class Resource
      attr_reader :type, :title, :namevar, :tags, :file, :line

      def initialize(about)
        @type = about['type']
        @title = about['title']
        @namevar = about['namevar'].to_sym
        @builtin = about['builtin']
        @exported = about['exported']
        @parameters = about['parameters'].transform_keys(&:to_sym)
        @sensitive = @parameters.select { |_, value| value.is_a?(::Puppet::Pops::Types::PSensitiveType::Sensitive) }
        @sensitive.each { |name, value| @parameters[name] = value.unwrap }
        @tags = about['tags']
        @file = about['file']
        @line = about['line']
      end

      def is_a?(type) = type == ::Puppet::Resource || super
      alias kind_of? is_a?

      def ref = "#{type}[#{title}]"
      alias to_ref ref
      alias to_s ref
      def inspect = ref
      def name = title
      # A resource has plain values, and a list of those that must not be shown.
      def sensitive_parameters = @sensitive.keys
      # The parameters as matchers compare them.
      def expected_parameters = @parameters.merge(@sensitive.transform_values { |value| Sensitive.new(value.unwrap) })
      def [](name) = @parameters[name.to_sym]
      def to_hash = @parameters.dup
      alias to_h to_hash
      alias parameters to_hash
      def each(&block) = @parameters.each(&block)
      def key?(name) = @parameters.key?(name.to_sym)
      def exported? = @exported
      alias exported exported?
      def builtin_type? = @builtin
      def tagged?(tag) = @tags.include?(tag.to_s)
      def ==(other) = other.respond_to?(:ref) && ref == other.ref
    end
  end
end
