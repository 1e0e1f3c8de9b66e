# The settings of voxpupuli-test.
require 'voxpupuli/test/facts'

RSpec.configure do |c|
  c.environmentpath = File.join(Bunraku.root, 'spec')
  c.module_path = File.join(Bunraku.root, 'spec', 'fixtures', 'modules')
  c.strict_variables = true
  c.facter_implementation = 'rspec'
  c.facterdb_string_keys = false
end
