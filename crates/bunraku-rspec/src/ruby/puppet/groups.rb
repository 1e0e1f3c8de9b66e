# Which groups are about what: by their tag `type`, or by the folder of the file.
module RSpec
  module Puppet
    module ManifestMatchers
      def compile = Compile.new
      def have_unique_values_for_all(type, attribute) = UniqueValues.new(type, attribute)
      def include_class(name) = IncludeClass.new(name)
      def have_class_count(count) = Count.new('class', count)
      def have_resource_count(count) = Count.new('resource', count)

      def method_missing(name, *args, &block)
        text = name.to_s
        if text.start_with?('contain_', 'create_') then Contain.new(text, args[0])
        elsif text.start_with?('have_') && text.end_with?('_count') then Count.new(text[/\Ahave_(.+)_resource_count\z/, 1] || text, args[0])
        else super
        end
      end

      def respond_to_missing?(name, all = false) = name.start_with?('create_', 'contain_') || super
    end

    module ClassExampleGroup
      include ManifestMatchers
      include Support

      def catalogue = (@catalogue ||= load_catalogue(:class))
      def exported_resources = -> { load_catalogue(:class, true) }
    end

    module DefineExampleGroup
      include ManifestMatchers
      include Support

      def catalogue = (@catalogue ||= load_catalogue(:define))
      def exported_resources = -> { load_catalogue(:define, true) }
    end

    module HostExampleGroup
      include ManifestMatchers
      include Support

      def catalogue = (@catalogue ||= load_catalogue(:host))
      def exported_resources = -> { load_catalogue(:host, true) }
    end

    module FunctionExampleGroup
      include ManifestMatchers
      include Support

      def subject = (@subject ||= find_function)
      def run = RunFunction.new
      def catalogue = (@catalogue ||= load_catalogue(:function))
      def call_function(name, *args) = find_function(name).execute(*args)

      # The scope that functions are called in. Functions get this very object, with what the example has made of it.
      def scope
        PuppetHost.ask('scope', function_input)
        @scope ||= PuppetHost.keep_scope
      end

      def find_function(name = self.class.top_level_description)
        Function.new(name, -> { function_input }) { |catalogue| @catalogue = catalogue }
      end

      private

      def function_input = compile_input(:function, [condition(:pre_condition)])
    end

    module TypeExampleGroup
      include Support

      def be_valid_type = BeValidType.new

      def subject
        [::Puppet::Type.type(self.class.top_level_description.downcase), title, respond_to?(:params) ? params : {}]
      end
    end

    module TypeAliasExampleGroup
      include Support

      def allow_value(*values) = AllowValue.new(values)
      alias allow_values allow_value
      def catalogue(value) = load_catalogue(:type_alias, false, test_value: value)
      def subject = ->(value) { catalogue(value) }
    end

    module ProviderExampleGroup; end

    { DefineExampleGroup => %i[define defines], ClassExampleGroup => %i[class classes],
      FunctionExampleGroup => %i[puppet_function functions], HostExampleGroup => %i[host hosts],
      TypeExampleGroup => %i[type types], TypeAliasExampleGroup => %i[type_alias type_aliases],
      ProviderExampleGroup => %i[provider providers] }.each do |group, (type, folder)|
      by_path = ->(path, metadata) { metadata[:type].nil? && path.to_s.include?("spec/#{folder}/") }
      RSpec.configuration.include(group, type: type, file_path: by_path)
    end
  end
end
