require 'simp/rspec-puppet-facts'
require 'pathname'
include Simp::RspecPuppetFacts

fixtures = File.expand_path(File.join(__FILE__, '..', 'fixtures'))
FileUtils.mkdir_p(File.join(fixtures, 'hieradata')) unless File.directory?(File.join(fixtures, 'hieradata'))

RSpec.configure do |c|
  c.module_path = File.join(fixtures, 'modules')
  c.hiera_config = File.join(fixtures, 'hieradata', 'hiera.yaml')
  c.before(:all) do
    levels = [{ 'name' => 'common', 'path' => '%{custom_hiera}.yaml' }]
    data = { 'version' => 5, 'hierarchy' => levels, 'defaults' => { 'data_hash' => 'yaml_data', 'datadir' => File.join(fixtures, 'hieradata') } }
    File.open(c.hiera_config, 'w') { |file| file.write data.to_yaml }
  end
  c.before(:each) { @folder = Dir.mktmpdir('spec') }
  c.after(:each) { FileUtils.rm_rf(@folder) }
end

Dir.glob("#{RSpec.configuration.module_path}/*").each { |folder| Pathname.new(folder).realpath }
