# Finds the first of some files of modules that exists, by methods that examples may have replaced.
module RSpec
  module Puppet
    module FirstFile
      def first_file(names, find)
        environment = ::Puppet.lookup(:current_environment)
        names.each do |name|
          path = ::Puppet::Parser::Files.public_send(find, name, environment)
          return path if path && ::Puppet::FileSystem.exist?(path)
        end
        nil
      end
    end
  end
end
