# Loaders: modules ask them whether there is a function or a type of a name, and call what they find.
module Puppet
  module Pops
    class Loaders
      def self.find_loader(_module = nil) = Loader.new
      def self.loaders = new

      %i[puppet_system_loader public_environment_loader private_environment_loader].each do |name|
        define_method(name) { Loader.new }
      end

      def private_loader_for_module(_name) = Loader.new
      def public_loader_for_module(_name) = Loader.new
      def find_loader(_module = nil) = Loader.new

      # All modules are visible from everywhere: one loader serves for all.
      class Loader
        # Names of functions are found whether their letters are uppercase or not.
        def load(kind, name)
          case kind
          when :function then LoadedFunction.new(name.to_s.downcase) if PuppetHost.function?(name.to_s.downcase)
          when :type then load_type(name.to_s)
          end
        end

        def private_loader = self
        def private_environment_name = nil

        private

        def load_type(name)
          PuppetHost.parse_type(name.split('::').map(&:capitalize).join('::'))
        rescue StandardError
          nil
        end
      end

      # A function that was found.
      class LoadedFunction
        attr_reader :name

        def initialize(name) = @name = name
        def call(_scope, *args, &block) = PuppetHost.call(name, args, &block)
      end
    end
  end
end
