# What suites put mocks in the place of: code of modules, and libraries that reach out of the machine.

# Code of modules below `PuppetX` is loaded when it is named: functions of the module would have loaded it.
module PuppetX
  def self.const_missing(name)
    word = name.to_s.gsub(/([a-z\d])([A-Z])/, '\\1_\\2').downcase
    files = File.join(Bunraku.root, 'spec/fixtures/modules/*/lib/puppet_x', "{#{word}.rb,#{word}/**/*.rb}")
    Dir.glob(files).sort.each { |file| require file.delete_suffix('.rb') }
    return const_get(name) if const_defined?(name, false)

    raise NameError, "uninitialized constant PuppetX::#{name}"
  end
end

# Specs run in the folder of the module.
class Dir
  def self.pwd = current_folder || Bunraku.root
  def self.getwd = pwd
end

# Fixtures are where the suite expects them, without links.
class Pathname
  def realpath(*)
    raise Errno::ENOENT, "No such file or directory @ rb_realpath_internal - #{self}" unless exist?

    expand_path(Bunraku.root)
  end
end

module Puppet
  # A resource that a spec makes shows what it is called.
  class Resource
    def inspect = "#{ref}{:#{type == 'File' ? 'path' : 'name'}=>#{title.inspect}}"

    class Catalog
      class DuplicateResourceError < ::Puppet::Error; end
    end
  end

  module Pops
    module Types
      class << PResourceType
        def new(type, title = nil) = PuppetHost.parse_type(title ? "#{type}['#{title}']" : type)
      end
    end
  end
end

# What runs at the end of Ruby runs at the end of the file.
def at_exit(&block)
  RSpec.configuration.after(:suite, &block)
  block
end
