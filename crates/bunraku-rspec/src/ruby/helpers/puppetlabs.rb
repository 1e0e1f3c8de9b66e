# The settings and helpers of puppetlabs_spec_helper.
def param_value(subject, type, title, param) = subject.call.resource(type, title)[param]

def verify_contents(subject, title, expected_lines)
  content = subject.call.resource('file', title)[:content]
  expect(content.split("\n") & expected_lines).to match_array expected_lines.uniq
end

module PuppetlabsSpec
  # Names of files that an example may write. They are in memory.
  module Files
    def self.cleanup = nil
    def self.make_absolute(path) = path
    def make_absolute(path) = path
    def tmpfilename(name) = File.join(Dir.tmpdir, name)
    def tmpdir(name) = Dir.mktmpdir(name)
  end

  # Files beside the specs.
  module Fixtures
    def fixtures(*rest) = File.join(Bunraku.root, 'spec', 'fixtures', *rest)
    def my_fixture_dir = fixtures('unit', Bunraku.file[%r{/spec/unit/(.+)_spec\.rb\z}, 1].to_s)
    def my_fixture(name) = File.join(my_fixture_dir, name)
    def my_fixtures(glob = '*') = Dir.glob(File.join(my_fixture_dir, glob))
    def my_fixture_read(name) = File.read(my_fixture(name))
  end

  module PuppetInternals
    def self.scope(*) = PuppetHost.keep_scope
  end
end

RSpec.configure do |c|
  c.include PuppetlabsSpec::Fixtures
  c.extend PuppetlabsSpec::Fixtures
  c.environmentpath = File.join(Bunraku.root, 'spec')
  c.module_path = File.join(Bunraku.root, 'spec', 'fixtures', 'modules')
  c.strict_variables = ENV['STRICT_VARIABLES'] != 'no'
  c.mock_with(:rspec)
end
