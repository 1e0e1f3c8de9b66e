# The settings that `rspec-puppet/spec_helper` makes.
RSpec.configure do |c|
  c.module_path = File.join(Bunraku.root, 'spec', 'fixtures', 'modules')
  c.manifest = File.join(Bunraku.root, 'spec', 'fixtures', 'manifests', 'site.pp')
  c.environmentpath = File.join(Bunraku.root, 'spec')
end
