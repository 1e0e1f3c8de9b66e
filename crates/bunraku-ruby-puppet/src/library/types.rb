# Types made of their parts, by `TypeFactory` and by `new` of the classes of types. The text of a type is what is parsed.
module Puppet
  module Pops
    module Types
      class TypeFactory
        # What `new` of a class makes: `PIntegerType.new(1, 2)` is `Integer[1, 2]`.
        def self.made(type, *parts)
          name = type.name[/P(\w+)Type\z/, 1]
          case name
          when 'Array' then sized(name, parts.take(1), parts[1])
          when 'Hash' then sized(name, parts.take(2), parts[2])
          when 'Collection', 'String' then parts.first.is_a?(String) ? of('Enum', *parts) : sized(name, [], parts.first)
          when 'Tuple' then tuple(*parts)
          when 'Variant', 'Pattern' then of(name, *parts.first)
          when 'Enum' then of(name, *parts.first, *(true if parts[1]))
          when 'Class', 'Resource', 'Struct', 'Callable', 'Object', 'TypeAlias', 'TypeSet', 'Any'
            parts.empty? || name == 'Class' ? of(name, *parts) : raise(ArgumentError, "#{type.name}.new is not supported here")
          else of(name, *parts)
          end
        end

        # A type by its name and its parameters. Those at the end that are nil are left out.
        def self.of(name, *parts)
          parts.pop while !parts.empty? && parts.last.nil?
          PuppetHost.parse_type(parts.empty? ? name : "#{name}[#{parts.map { |part| written(part) }.join(', ')}]")
        end

        # A type `Integer` limits the size.
        def self.sized(name, types, size) = of(name, *types, *limits(size))

        def self.limits(size)
          return [] if size.nil?

          size.to_s[/\[(.*)\]/, 1].to_s.split(', ').map { |limit| limit == 'default' ? nil : Integer(limit) }
        end

        def self.written(part)
          case part
          when nil, :default then 'default'
          when String, Symbol then "'#{part.to_s.gsub(/[\\']/) { |sign| "\\#{sign}" }}'"
          when Regexp then "/#{part.source}/"
          when Hash then "{#{part.map { |key, value| "#{written(key)} => #{written(value)}" }.join(', ')}}"
          when Array then "[#{part.map { |each| written(each) }.join(', ')}]"
          else part.to_s
          end
        end
        private_class_method :sized, :limits, :written

        {
          any: 'Any', binary: 'Binary', catalog_entry: 'CatalogEntry', data: 'Data', default: 'Default',
          deferred: 'Deferred', error: 'Error', float: 'Float', integer: 'Integer', numeric: 'Numeric', rich_data: 'RichData',
          rich_data_key: 'RichDataKey', scalar: 'Scalar', scalar_data: 'ScalarData', sem_ver_range: 'SemVerRange',
          undef: 'Undef', array_of_any: 'Array', hash_of_any: 'Hash', array_of_data: 'Array[Data]', all_callables: 'Callable',
          hash_of_data: 'Hash[String, Data]'
        }.each { |method, name| define_singleton_method(method) { |*| PuppetHost.parse_type(name) } }
        {
          boolean: 'Boolean', enum: 'Enum', float_range: 'Float', host_class: 'Class', iterable: 'Iterable', iterator: 'Iterator',
          not_undef: 'NotUndef', optional: 'Optional', pattern: 'Pattern', range: 'Integer', regexp: 'Regexp', sem_ver: 'SemVer',
          sensitive: 'Sensitive', timespan: 'Timespan', timestamp: 'Timestamp', type_type: 'Type', variant: 'Variant'
        }.each { |method, name| define_singleton_method(method) { |*parts| of(name, *parts) } }

        def self.string(size = nil, *) = sized('String', [], size)
        def self.collection(size = nil) = sized('Collection', [], size)
        def self.array_of(type, size = nil) = sized('Array', [type], size)
        def self.hash_of(value, key = scalar, size = nil) = sized('Hash', [key, value], size)
        def self.hash_kv(key, value, size = nil) = sized('Hash', [key, value], size)
        def self.tuple(types = [], size = nil) = sized('Tuple', types, size)
        def self.resource(type = nil, title = nil) = type ? of(type.to_s.split('::').map(&:capitalize).join('::'), title) : of('Resource')
        def self.struct(members) = of('Struct', members.reject { |_, type| type.nil? })
        def self.type_of(value) = value.is_a?(PAnyType) ? value : PuppetHost.parse_type(value.to_s)
      end

      class TypeAssertionError < Puppet::Error; end

      class TypeAsserter
        def self.assert_instance_of(subject, type, value, nil_ok = false)
          return value if (value.nil? && nil_ok) || PuppetHost.instance?(type, value)

          subject = format(*subject) if subject.is_a?(Array)
          raise TypeAssertionError, "#{subject} has wrong type: #{type} was expected"
        end
      end
    end
  end
end
