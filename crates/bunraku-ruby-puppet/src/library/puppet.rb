# The module Puppet, as far as code of modules uses it.
module Puppet
  PUPPETVERSION = '8.11.0'
  def self.version = PUPPETVERSION
  def self.settings = self
  def self.value(name, *) = self[name]

  # What Puppet has bound for the compilation.
  def self.lookup(name)
    case name
    when :loaders then Pops::Loaders.new
    when :current_environment, :root_environment then Node::Environment.current
    else yield if block_given?
    end
  end

  def self.features = Features.new
  def self.run_mode = RunMode.new
  def self.debug(message = nil) = PuppetHost.log('debug', message || yield)
  def self.info(message) = PuppetHost.log('info', message)
  def self.notice(message) = log('notice', message)
  def self.warning(message) = log('warning', message)
  def self.err(message) = log('err', message)
  def self.alert(message) = log('alert', message)
  def self.crit(message) = log('crit', message)
  def self.emerg(message) = log('emerg', message)
  # Returns the message, as Puppet's logging methods do if the level is enabled.
  def self.log(level, message)
    PuppetHost.log(level, message)
    message.to_s
  end
  private_class_method :log

  # The one setting whose value is a symbol in Ruby.
  def self.[](name)
    value = PuppetHost.setting(name)
    name.to_s == 'strict' ? value&.to_sym : value
  end

  # A deprecation is reported once, by the method that reports all warnings.
  def self.deprecation_warning(message, key = nil)
    @deprecations ||= {}
    return if @deprecations[key || message]

    @deprecations[key || message] = true
    warning(message)
  end

  def self.clear_deprecation_warnings = @deprecations = @warned = nil
  def self.puppet_deprecation_warning(message, options = {}) = PuppetHost.log('warning', message)

  def self.warn_once(kind, key, message, file = nil, line = nil, level = :warning)
    @warned ||= {}
    return if @warned[[kind, key]]
    @warned[[kind, key]] = true
    place = file || line ? Util::Errors.error_location(file, line) : '(file & line not available)'
    PuppetHost.log(level.to_s, "#{message}\n   #{place}")
  end

  # Features of an agent are missing here.
  class Features
    def method_missing(name, *_) = name == :root? || name == :posix?
    def respond_to_missing?(*_) = true
  end

  class RunMode
    def server? = true
    def master? = true
    def agent? = false
    def user? = false
    def name = :server
  end

  module Util
    def self.absolute_path?(path, platform = nil)
      return false unless path.is_a?(String)

      platform.to_s == 'windows' ? path.match?(%r{\A([A-Za-z]:[\\/]|[\\/]{2}\w)}) : path.start_with?('/')
    end

    def self.symbolizehash(hash) = hash.transform_keys(&:to_sym)
    def absolute_path?(path, platform = nil) = Util.absolute_path?(path, platform)

    # Escapes the parts of an address: its path, each name and value of its query, and its fragment.
    def self.uri_encode(address, opts = { allow_fragment: false })
      raise ArgumentError, 'path may not be nil' if address.nil?

      rest, fragment = address.split('#', 2)
      rest, query = rest.to_s.split('?', 2)
      start = rest.to_s[%r{\A(?:[^:/]+:)?(?://[^/]*)?}]
      encoded = start + rest.to_s.delete_prefix(start).gsub(%r{[^\w\-.!~*'();/:@&=+$,\[\]]}) { |char| ERB::Util.url_encode(char) }
      pairs = query&.split('&')&.map { |pair| pair.split('=').map { |part| uri_query_encode(part) }.join('=') }
      encoded << "?#{pairs.join('&')}" if pairs
      encoded << (opts[:allow_fragment] ? '#' : '%23') << uri_query_encode(fragment) if fragment
      encoded
    end

    def self.uri_query_encode(query, _opts = nil) = ERB::Util.url_encode(query)
    def self.path_to_uri(path) = URI.parse("file://#{uri_encode(path)}")

    def self.deterministic_rand(seed, max) = deterministic_rand_int(seed, max).to_s
    def self.deterministic_rand_int(seed, max) = Random.new(seed).rand(max)

    module Package
      def self.versioncmp(a, b) = PuppetHost.call('versioncmp', [a, b])
      def versioncmp(a, b) = Package.versioncmp(a, b)
    end

    module Platform
      def self.windows? = false
      def self.actually_windows? = false
      def self.jruby? = false
    end

    module Json
      class ParseError < StandardError; end

      def self.load(text, options = {})
        JSON.parse(text)
      rescue JSON::ParserError => e
        raise ParseError, e.message
      end

      def self.dump(value, options = {}) = JSON.generate(value)
    end

    module Yaml
      class YamlLoadError < Puppet::Error; end

      def self.safe_load(yaml, allowed_classes = [], _filename = nil)
        loaded = YAML.safe_load(yaml, permitted_classes: allowed_classes, aliases: true)
        loaded.nil? ? false : loaded
      rescue Psych::Exception => e
        raise YamlLoadError, e.message
      end

      def self.safe_load_file(path, allowed_classes = [])
        safe_load(File.read(path, encoding: 'bom|utf-8'), allowed_classes, path)
      end
    end

    module Checksums
      %i[MD5 SHA1 SHA256 SHA384 SHA512].each do |name|
        define_method(name.downcase) { |content| Digest.const_get(name).hexdigest(content) }
        module_function name.downcase
      end
    end

    module Errors
      # The place of an error, as messages end with it.
      def self.error_location(file, line = nil, column = nil)
        parts = { file: file, line: line, column: column }.reject { |_, part| part.to_s.empty? }
        parts.empty? ? '' : "(#{parts.map { |name, part| "#{name}: #{part}" }.join(', ')})"
      end

      def self.error_location_with_space(*place) = (found = error_location(*place)).empty? ? '' : " #{found}"
      def fail(*args) = raise(args.first.is_a?(Class) ? args.first : Puppet::Error, args.last.to_s)
    end

    # What `Puppet` can say, as methods of the classes that include this.
    module Logging
      %i[debug info notice warning err alert crit emerg deprecation_warning puppet_deprecation_warning warn_once].each do |name|
        define_method(name) { |*args, &block| Puppet.public_send(name, *args, &block) }
      end

      def send_log(level, message) = PuppetHost.log(level.to_s, message)
    end

    # A message with its level and its source. Below the level of the server `create` makes no object of it.
    class Log
      LEVELS = %i[debug info notice warning err alert emerg crit].freeze

      def self.levels = LEVELS.dup
      def self.level = :notice

      def self.create(options)
        level = options[:level]
        raise Puppet::DevError, 'Logs require a level' unless level
        raise Puppet::DevError, "Invalid log level #{level}" unless LEVELS.index(level)

        log = new(options)
        log if LEVELS.index(level) >= LEVELS.index(self.level)
      end

      attr_reader :level, :message, :source

      def initialize(options)
        @level = options[:level]
        raise ArgumentError, 'Puppet::Util::Log requires a log level' unless @level
        raise ArgumentError, 'Puppet::Util::Log requires a message' unless options[:message]

        @message = options[:message].to_s
        @source = options[:source] || 'Puppet'
        PuppetHost.log(@level.to_s, @message)
      end

      def to_s = @message
    end

    module Execution
      def self.execute(*_) = PuppetHost.refuse('Puppet::Util::Execution.execute')
    end
  end

  module FileSystem
    def self.exist?(path) = File.exist?(path)
    def self.file?(path) = File.file?(path)
    def self.directory?(path) = File.directory?(path)
    def self.readable?(path) = File.readable?(path)
    def self.read(path, options = {}) = File.read(path)
    def self.read_preserve_line_endings(path) = File.read(path)
    def self.binread(path) = File.binread(path)
    def self.each_line(path, &block) = File.foreach(path, &block)
    def self.basename_string(path) = File.basename(path)
    def self.dir_string(path) = File.dirname(path)
    def self.path_string(path) = path.to_s
    def self.pathname(path) = Pathname.new(path)
    def self.children(path) = Dir.children(path).map { |name| Pathname.new(File.join(path.to_s, name)) }
  end

  module Parser
    module Files
      def self.find_template(name, environment = nil) = Util.absolute_path?(name) ? name : PuppetHost.find_template(name)
      def self.find_file(name, environment = nil) = Util.absolute_path?(name) ? name : PuppetHost.find_file(name)
    end

    class Scope
      # The resource defaults of a scope for which code has defined `lookupdefaults`.
      def self.new_defaults = Hash.new { |all, type| all[type] = {} }
    end
  end

  class Node
    class Environment
      attr_reader :name

      def self.current
        @current ||= allocate.tap do |environment|
          environment.instance_variable_set(:@name, PuppetHost.setting('environment').to_sym)
        end
      end

      def to_s = @name.to_s
      def module(name) = Puppet::Module.find(name)
      def modules = PuppetHost.modules.map { |name, path| Puppet::Module.new(name, path) }
      def modulepath = PuppetHost.modulepath
      alias full_modulepath modulepath
      def manifest = PuppetHost.setting('manifest')
    end

    # The facts of a node, with its name.
    class Facts
      attr_reader :name, :values

      def initialize(name, values = {}, *)
        @name = name
        @values = values
      end

      def to_data_hash = { 'name' => name, 'values' => values }
    end
  end

  class Module
    attr_reader :name, :path

    def initialize(name, path)
      @name = name
      @path = path
    end

    def self.find(name, environment = nil)
      path = PuppetHost.module_path(name)
      path && new(name, path)
    end

    def metadata
      file = File.join(path, 'metadata.json')
      @metadata ||= File.exist?(file) ? JSON.parse(File.read(file)) : {}
    end

    def has_metadata? = !metadata.empty?
    def version = metadata['version']
    def forge_name = metadata['name']&.tr('-', '/')
    def to_s = "Module #{name}(#{path})"
  end

  # A resource, identified by its reference. Puppet 3 functions receive it, and the catalog returns it.
  class Resource
    attr_reader :type, :title, :reference

    # Takes a reference of Puppet, a string such as `User[dan]`, or a type and a title.
    def initialize(reference, title = nil, *)
      reference = Resource.referred(reference, title) unless reference.respond_to?(:type_name)
      @reference = reference
      @type, @title = Resource.type_and_title(reference.type_name, reference.title)
    end

    def ref = "#{type}[#{title}]"
    alias to_s ref
    def name = title
    def class? = type == 'Class'

    def inspect = "#{type}[#{title}]{}"
    def [](name) = PuppetHost.parameter(@reference, name)
    def ==(other) = other.is_a?(Resource) && ref == other.ref
    alias eql? ==
    def hash = ref.hash

    # The type and the title of a reference, or of two separate arguments.
    def self.type_and_title(type, title)
      type, title = title, nil if type.nil?
      if title.nil?
        match = /\A(?<type>[^\[\]]+)\[(?<title>.+)\]\z/m.match(type.to_s)
        raise ArgumentError, "No title provided and #{type.to_s.inspect} is not a valid resource reference" unless match

        type, title = match[:type], match[:title]
      end
      type = capitalized(type)
      [type, type == 'Class' && title.to_s != 'main' ? capitalized(title) : title.to_s]
    end

    def self.referred(type, title)
      type, title = type_and_title(type, title)
      PuppetHost.parse_type("#{type}['#{title.gsub(/[\\']/) { |sign| "\\#{sign}" }}']")
    end

    def self.capitalized(name) = name.to_s.split('::').map(&:capitalize).join('::')
    private_class_method :capitalized

    # The class, defined type or node whose code is running: of which kind it is, its name, and that of its module.
    Type = Struct.new(:type, :name, :module_name, :file, :line) do
      def self.of(resource, module_name)
        kind = { 'Class' => :hostclass, 'Node' => :node }.fetch(resource.type, :definition)
        name = kind == :definition ? resource.type : resource.title
        name = kind == :hostclass && name == 'main' ? '' : name.downcase
        new(kind, name, module_name, *PuppetHost.definition_place)
      end
    end
  end

  module Parser
    # A resource in the catalog.
    class Resource < Puppet::Resource
      # Also makes a resource that is not in the catalog yet: then there are a title and options.
      def initialize(reference, title = nil, options = {})
        super(reference, title)
        @made = {} if title
        (options[:parameters] || []).each { |param| self[param.name] = param.value }
      end

      # Goes into the catalog, inside of what the running code belongs to or outside of everything.
      def enter(contained)
        PuppetHost.add_resource(type, title, contained)
        made, @made = @made, nil
        (made || {}).each { |name, value| self[name] = value }
        self
      end

      def scope = PuppetHost.scope
      def catalog = scope.catalog
      def [](name) = @made ? @made[name.to_sym] : super

      # A parameter. What is assigned to one of a resource in the catalog is that resource's value.
      Param = Struct.new(:name, :value, :resource) do
        def initialize(name = nil, value = nil, resource = nil)
          return super unless name.is_a?(Hash)

          super(name[:name]&.to_sym, name[:value], name[:resource])
        end

        def value=(value)
          self[:value] = value
          resource[name] = value if resource
        end

        def to_s = "#{name} => #{value}"
      end

      # The parameters, by their names as symbols.
      def parameters
        (@made || PuppetHost.parameters(@reference)).to_h { |name, value| [name.to_sym, Param.new(name.to_sym, value, self)] }
      end

      def each_param(&block) = parameters.values.each(&block)
      def each(&block) = parameters.each(&block)
      def keys = parameters.keys
      def key?(name) = !self[name].nil?
      alias has_key? key?
      alias include? key?
      def set?(name) = parameters.key?(name.to_sym)

      def []=(name, value)
        @made ? @made[name.to_sym] = value : PuppetHost.set_parameter(@reference, name.to_s, value)
      end
      alias set_parameter []=

      # What the title says about the attributes, and then the parameters that have a value.
      def to_hash
        own = { PuppetHost.namevar(@reference).to_sym => title }
        parameters.each { |name, param| own[name] = param.value unless param.value.nil? }
        own
      end
      alias to_h to_hash

      def virtual? = PuppetHost.virtual?(@reference)
      def exported? = false
      def stage? = type == 'Stage'
      def tags = PuppetHost.resource_tags(@reference)
      def tagged?(*names) = (names.flatten.map { |name| name.to_s.downcase } & tags).any?
      def file = PuppetHost.resource_place(@reference).first
      def line = PuppetHost.resource_place(@reference).last
      def inspect = "#{type}[#{title}]{}"
    end
  end

  module Pops
    module Evaluator
      module Runtime3ResourceSupport
        # The name of a resource type, or nil if it does not exist.
        def self.find_resource_type_or_class(_scope, name) = PuppetHost.resource_type(name)
        def self.find_resource_type(scope, name) = find_resource_type_or_class(scope, name)
      end
    end

    module Types
      class PAnyType
        def self.new(*parts) = Puppet::Pops::Types::TypeFactory.made(self, *parts)
        def create(*args) = PuppetHost.call('new', [self, *args])

        # The type without parameters, and the strings that are not empty.
        def self.const_missing(name)
          case name
          when :DEFAULT then Puppet::Pops::Types::TypeFactory.made(self)
          when :NON_EMPTY then PuppetHost.parse_type('String[1]')
          else super
          end
        end
      end

      class PSensitiveType
        class Sensitive
          def self.new(value) = PuppetHost.sensitive(value)
        end
      end

      class PBinaryType
        class Binary
          def self.new(bytes) = from_binary_string(bytes)
          def self.from_binary_string(bytes) = PuppetHost.binary(bytes)
          def self.from_string(text) = PuppetHost.binary(text.encode('UTF-8'))
          def self.from_base64(text) = PuppetHost.call('new', [PuppetHost.parse_type('Binary'), text, '%b'])
          def self.from_base64_strict(text) = PuppetHost.call('new', [PuppetHost.parse_type('Binary'), text, '%B'])
          def self.from_base64_urlsafe(text) = PuppetHost.call('new', [PuppetHost.parse_type('Binary'), text, '%u'])
          def binary_buffer = PuppetHost.bytes(self)
          def length = binary_buffer.bytesize
        end
      end

      # An enumeration can be walked.
      class PEnumType
        def values = PuppetHost.enum_values(self)
        def each(&block) = block ? values.each(&block) : values.each
      end

      class PTypeAliasType
        def resolved_type = PuppetHost.resolved(self)
      end

      class TypeParser
        def self.singleton = new
        def parse(text, context = nil) = PuppetHost.parse_type(text)
      end

      class TypeCalculator
        def self.singleton = new
        def self.instance?(type, value) = PuppetHost.instance?(type, value)
        def instance?(type, value) = PuppetHost.instance?(type, value)
        def self.infer(value) = PuppetHost.call('type', [value, 'reduced'])
        def self.infer_set(value) = PuppetHost.call('type', [value])
        def self.assignable?(type, other) = PuppetHost.instance?(PuppetHost.parse_type("Type[#{type}]"), other)
        def infer(value) = TypeCalculator.infer(value)
        def infer_set(value) = TypeCalculator.infer_set(value)
        def assignable?(type, other) = TypeCalculator.assignable?(type, other)
      end

      class StringConverter
        def self.singleton = new
        def self.convert(value, format = :default) = new.convert(value, format)

        def convert(value, format = :default)
          PuppetHost.call('new', [PuppetHost.parse_type('String'), value, *(format unless format == :default)])
        end
      end

      class TypeMismatchDescriber
        def self.singleton = new
        def describe_mismatch(name, expected, actual) = "#{name} expects #{'AEIOU'.include?(expected.to_s[0].to_s) ? 'an' : 'a'} #{expected} value, got #{actual}"
        def self.describe_mismatch(name, expected, actual) = new.describe_mismatch(name, expected, actual)
      end

      # A value that can be iterated.
      class Iterable
        include Enumerable

        def self.asserted_iterable(caller, object, _infer = false)
          on(object) || raise(ArgumentError, "#{caller.class}: a value of the class #{object.class} has no elements")
        end

        def self.on(object)
          case object
          when Iterable then object
          when Integer then object.negative? ? nil : new(0...object)
          when String then new(object.chars)
          when Array, Hash, Range, Enumerator then new(object)
          end
        end

        def initialize(object) = @object = object
        def hash_style? = @object.is_a?(Hash)
        def each(&block) = @object.each(&block)
        def size = @object.size

        def next
          @rest ||= @object.to_a.dup
          raise StopIteration, 'iteration reached an end' if @rest.empty?

          @rest.shift
        end
      end
    end

    module Time
      class Timestamp
        def self.now = PuppetHost.call('new', [PuppetHost.parse_type('Timestamp')])
      end

      class Timespan
        def self.from_fields(negative, days, hours, minutes, seconds, milliseconds = 0, microseconds = 0, nanoseconds = 0)
          fields = { 'negative' => negative, 'days' => days, 'hours' => hours, 'minutes' => minutes, 'seconds' => seconds,
                     'milliseconds' => milliseconds, 'microseconds' => microseconds, 'nanoseconds' => nanoseconds }
          PuppetHost.call('new', [PuppetHost.parse_type('Timespan'), fields])
        end
      end
    end

    module Lookup
      # What a data function is given to ask, keep and explain. What it keeps stays in Ruby, so that it comes back as it
      # was.
      class Context
        def self.caches = (@caches ||= Hash.new { |caches, number| caches[number] = {} })
        def self.files = (@files ||= {})

        def environment_name = PuppetHost.attribute(self, 'environment_name').to_sym
        def module_name = PuppetHost.attribute(self, 'module_name')

        def cache(key, value) = cached[key] = value

        def cache_all(values)
          cached.merge!(values)
          nil
        end

        def cache_has_key(key) = cached.include?(key)
        def cached_value(key) = cached[key]

        def cached_entries(&block)
          return Types::Iterable.on(cached) unless block

          cached.each_pair { |key, value| block.arity == 2 ? block.call(key, value) : block.call([key, value]) }
          nil
        end

        # The contents of a file, or what the block makes of them.
        def cached_file_data(path)
          Context.files.fetch(path) do
            text = PuppetHost.call_method(self, 'cached_file_data', [path])
            Context.files[path] = block_given? ? yield(text) : text
          end
        end

        def explain
          PuppetHost.explain(self, yield) if PuppetHost.explain(self)
          nil
        end

        def interpolate(value) = PuppetHost.call_method(self, 'interpolate', [value])
        def not_found = PuppetHost.call_method(self, 'not_found', [])
        def inspect = '#<Puppet::Pops::Lookup::Context>'

        private

        def cached = Context.caches[PuppetHost.attribute(self, 'context')]
      end

      class HieraConfig
        # A copy in which keys that are symbols are strings.
        def self.symkeys_to_string(value)
          case value
          when Hash then value.to_h { |key, each| [key.is_a?(Symbol) ? key.to_s : key, symkeys_to_string(each)] }
          when Array then value.map { |each| symkeys_to_string(each) }
          else value
          end
        end
      end
    end

    module Serialization
      class ToDataConverter
        def self.convert(value, options = {}) = options[:rich_data] ? PuppetHost.rich_data(value) : value
      end
    end

    module PuppetStack
      def self.stacktrace = [top_of_stack]
      def self.top_of_stack = PuppetHost.place
    end
  end
end

# Facter, with the facts of the node whose catalog is compiled.
module Facter
  def self.value(name) = PuppetHost.fact(name)
  def self.[](name) = (found = value(name)) && Fact.new(found)
  def self.fact(name) = self[name]
  def self.to_hash = PuppetHost.facts
  def self.debug(message) = nil

  Fact = Struct.new(:value)
end
