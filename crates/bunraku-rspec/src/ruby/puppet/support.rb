# What groups about Puppet code have in common: the manifest that a spec compiles, and for what node.
module RSpec
  module Puppet
    module Support
      def subject = -> { catalogue }
      def environment = 'rp_env'
      def class_name = self.class.top_level_description.downcase
      def ref(type, title) = RawString.new("#{type}['#{title}']")
      def sensitive(value) = Sensitive.new(value)

      def srand(*seed)
        RSpec::Mocks.seeded
        super
      end

      # What modules define while code of theirs runs beside the spec is not what the spec has defined.
      def self.keeping_functions
        created = ::Puppet::Parser::Functions.created
        before = created.dup
        yield
      ensure
        created.replace(before)
      end

      def load_catalogue(type, exported = false, options = {})
        input = compile_input(type, [site_manifest, condition(:pre_condition), test_manifest(type, options), condition(:post_condition)])
        calls = RSpec::Mocks.calls
        answer = Support.keeping_functions { PuppetHost.ask('compile', input) }
        PuppetHost.ask('forget', input) if input['mocks'] && RSpec::Mocks.calls != calls
        raise CompilationError, answer if answer.key?('error')

        Catalogue.numbered(answer['catalog'], exported)
      end

      # Everything that a catalog depends on.
      def compile_input(type, code)
        node = nodename(type)
        created = created_functions
        mocked = RSpec::Mocks.active? || !created.empty?
        replaced = RSpec::Mocks.replaced_modules if RSpec::Mocks.active?
        settings = RSpec.configuration
        facts = facts_hash(node)
        {
          'code' => code.compact.join("\n"), 'node' => node, 'facts' => facts, 'environment' => environment.to_s,
          'trusted' => PuppetHost.with_string_keys(settings.default_trusted_facts).merge(own(:trusted_facts)),
          'external' => PuppetHost.with_string_keys(settings.default_trusted_external_data).merge(own(:trusted_external_data)),
          'variables' => server_variables(facts).merge(PuppetHost.with_string_keys(settings.default_node_params)).merge(own(:node_params)),
          'hiera_config' => setting(:hiera_config)&.to_s, 'module_path' => module_folders,
          'strict_variables' => strict_variables?, 'strict' => ::Puppet.settings[:strict].to_s,
          'mocked' => mocked, 'mocks' => (RSpec::Mocks.replaced if mocked && created.empty?), 'created' => created, 'replaced' => replaced, 'now' => (nanoseconds(::Time.now) if replaced&.include?('Time')), 'function' => type == :function,
          'settings' => ::Puppet.settings.changed_for_manifests
        }
      end

      def nodename(type)
        return node if respond_to?(:node)

        %i[class define function].include?(type) ? ::Puppet[:certname] : class_name
      end

      def facts_hash(node)
        settings = RSpec.configuration
        names = { 'clientcert' => node }
        names['ipaddress6'] = 'FE80:0000:0000:0000:AAAA:AAAA:AAAA' if settings.facter_implementation.to_sym == :facter
        always = { 'clientversion' => ::Puppet::PUPPETVERSION, 'environment' => environment.to_s }
        derived = respond_to?(:node) && settings.derive_node_facts_from_nodename
        PuppetHost.late('facts', node, PuppetHost.with_string_keys(settings.default_facts), names, always, own(:facts), derived ? true : false)
      end

      def test_manifest(type, options = {})
        given = respond_to?(:params) ? params : nil
        case type
        when :class
          given.nil? || given.empty? ? "include #{class_name}" : "class { '#{class_name}': #{parameters(given)} }"
        when :define
          titles = title.is_a?(Array) ? "[#{title.map { |each| quoted(each) }.join(', ')}]" : quoted(title)
          "#{class_name} { #{titles}: #{given ? parameters(given) : ''} }"
        when :type_alias
          "$test = #{literal(options[:test_value])}\nassert_type(#{self.class.top_level_description}, $test)"
        end
      end

      def rspec_puppet_cleanup = @catalogue = @subject = @type_and_resource = nil

      private

      def nanoseconds(time) = time.is_a?(::Time) ? (time.to_r * 1_000_000_000).to_i : nil

      def condition(name)
        return unless respond_to?(name)

        code = public_send(name)
        code.is_a?(Array) ? code.compact.join("\n") : code
      end

      # A hash that the example may define, with strings as its keys.
      def own(name) = respond_to?(name) ? PuppetHost.with_string_keys(public_send(name)) : {}

      def setting(name) = respond_to?(name) ? public_send(name) : RSpec.configuration.public_send(name)
      def strict_variables? = ::Puppet.settings.changed.fetch(:strict_variables) { setting(:strict_variables) }

      # The server is the node itself.
      def server_variables(facts)
        networking = facts['networking'] || {}
        names = { 'servername' => networking['fqdn'], 'serverip' => networking['ip'] }.compact
        names.merge('server_facts' => { 'serverversion' => ::Puppet.version, 'environment' => environment.to_s }.merge(names))
      end

      def module_folders
        path = setting(:module_path)
        path = path.join(':') if path.is_a?(Array)
        return path.split(':') if path

        paths = setting(:environmentpath).to_s.split(':')
        paths == ['/dev/null'] ? ['spec/fixtures/modules'] : paths.map { |each| File.join(each, 'fixtures', 'modules') }
      end

      # Functions that the spec has defined to stand in for others. Those of modules that the spec has called by
      # `scope.function_NAME` are what they are.
      def created_functions
        created = ::Puppet::Parser::Functions.created
        created.reject { |_, (_, _, block)| block.source_location.first.include?('/lib/puppet/parser/functions/') }.keys
      end

      # It is read once, until the spec writes a file.
      def site_manifest
        known = [RSpec.configuration.manifest, RSpec.configuration.environmentpath, PuppetHost.ask('written')]
        Support.known_site_manifest.fetch(known) do
          Support.known_site_manifest.replace(known => read_site_manifest)[known]
        end
      end

      def self.known_site_manifest = (@known_site_manifest ||= {})

      def read_site_manifest
        path = RSpec.configuration.manifest
        if path.nil?
          folder = 'spec/fixtures/manifests'
          path = folder if RSpec.configuration.environmentpath != '/dev/null' && File.exist?(folder)
        end
        return unless path

        if File.file?(path)
          File.read(path)
        elsif File.directory?(path)
          Dir.glob(File.join(path, '*.pp')).map { |each| File.read(each) }.join("\n")
        end
      end

      def quoted(title) = title.to_s.include?("'") ? title.to_s.inspect : "'#{title}'"

      # Values as a manifest writes them.
      def parameters(given) = given.is_a?(Hash) ? PuppetHost.attributes(given) { |object| source_of(object) } : parameters(given.to_h)
      def literal(value) = PuppetHost.literal(value) { |object| source_of(object) }
      def source_of(object) = object.is_a?(Sensitive) ? "Sensitive(#{literal(object.unwrap)})" : object.inspect.gsub('$', '\\$')
    end
  end
end
