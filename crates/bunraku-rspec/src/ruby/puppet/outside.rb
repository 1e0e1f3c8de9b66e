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

module Net
  # Classes of a response, and connections that nobody may open. Mocks may take their place.
  class HTTPResponse; end
  class HTTPSuccess < HTTPResponse; end
  class HTTPOK < HTTPSuccess; end

  # The class of a status, such as `HTTPNotFound`.
  def self.const_missing(name)
    raise NameError, "uninitialized constant Net::#{name}" unless name.to_s.start_with?('HTTP')

    const_set(name, Class.new(HTTPResponse))
  end

  class HTTP
    def self.method_missing(name, *) = PuppetHost.refuse("Net::HTTP.#{name}")
    def self.respond_to_missing?(*) = true
    def self.new(*) = PuppetHost.refuse('Net::HTTP.new')
  end
end

module OpenURI
  class HTTPError < StandardError; end

  def self.open_uri(*) = PuppetHost.refuse('OpenURI.open_uri')
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

# Files of the suite are read by either name.
class IO
  class << self
    %i[read readlines].each do |name|
      define_method(name) { |path, *rest| path.to_s.start_with?('|') ? PuppetHost.refuse("IO.#{name}") : File.public_send(name, path, *rest) }
    end
  end
end
