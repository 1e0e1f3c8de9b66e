//! What an agent would reject, errors with their classes, and what suites may not access: small suites in memory.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Suite};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [], "operatingsystem_support": [
      { "operatingsystem": "Debian", "operatingsystemrelease": ["12"] },
      { "operatingsystem": "RedHat", "operatingsystemrelease": ["9"] } ] }"#;

/// The results of a suite: the status of each example, its description, and the first line of the error.
fn results(world: MemoryWorld, files: &[(&str, &str)]) -> Vec<String> {
    let world = files.iter().fold(world.with("/m/metadata.json", METADATA), |world, (path, text)| {
        world.with(format!("/m/{path}"), *text)
    });
    let suite = Suite::open(Arc::new(world), Path::new("/m"), Options::default()).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let broken = runs.iter().filter_map(|run| Some(format!("broken: {}", run.error.as_ref()?.message)));
    let examples = runs.iter().flat_map(FileRun::examples).map(|example| {
        let why = example.failures.first().and_then(|failure| failure.message.trim_start().lines().next());
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        format!("{} {}{why}", example.status.name(), example.full_description)
    });
    examples.chain(broken).collect()
}

fn all_pass(files: &[(&str, &str)]) {
    let results = results(MemoryWorld::new(), files);
    assert!(!results.is_empty() && results.iter().all(|line| line.starts_with("passed")), "{results:#?}");
}

const TYPE: &str = "Puppet::Type.newtype(:web_page) do
  ensurable
  newparam(:name, namevar: true) do
    validate { |value| raise ArgumentError, \"pages begin with a slash: #{value}\" unless value.start_with?('/') }
  end
  newproperty(:size) do
    munge { |value| Integer(value) }
    defaultto 10
  end
  newparam(:color) { newvalues(:red, :green, /^#/) }
  newparam(:where) { validate { |value| raise 'gone' unless File.exist?(value) } }
  autorequire(:notify) { \"size #{self[:size] + 1}\" }
  validate { raise Puppet::Error, 'green pages are small' if self[:color] == :green && self[:size] > 100 }
end";

/// The messages are those of Puppet 8.11 for the same type.
#[test]
fn types_check_and_convert_values() {
    let spec = "describe 'web' do
  def self.with(values, &block) = context(values.to_s) { let(:params) { values }; instance_eval(&block) }
  with({}) { it { is_expected.to compile } }
  with({ color: '#fff' }) { it { is_expected.to compile } }
  with({ page: 'x' }) { it { is_expected.to compile.and_raise_error(/Parameter name failed on Web_page\\[x\\]: pages begin with a slash: x/) } }
  with({ color: 'blue' }) { it { is_expected.to compile.and_raise_error(/Parameter color failed on Web_page\\[.a\\]: Invalid value \"blue\"\\. Valid values are red, green\\. Valid values match/) } }
  with({ color: 'green', size: '200' }) { it { is_expected.to compile.and_raise_error(/Validation of Web_page\\[.a\\] failed: green pages are small/) } }
  # What needs a node is not known here.
  with({ where: '/srv' }) { it { is_expected.to compile } }
  with({ size: '41' }) { it { is_expected.to contain_web_page('/a').that_requires('Notify[size 42]') } }
end";
    let manifest = "class web($page = '/a', $color = 'red', $size = undef, $where = undef) {
  notify { 'size 42': }
  web_page { $page: ensure => present, color => $color, size => $size, where => $where }
}";
    all_pass(&[
        ("lib/puppet/type/web_page.rb", TYPE),
        ("manifests/init.pp", manifest),
        ("spec/classes/web_spec.rb", spec),
    ]);
}

/// The values are those that Puppet 8.11 prints for the same type.
#[test]
fn metaparameters_are_converted_for_types() {
    let ty = "Puppet::Type.newtype(:web_page) do
  newparam(:name, namevar: true)
  def initialize(given)
    super
    self[:tag] = (self[:tag] || []) + ['page']
    found = [self[:tag], self[:audit], self[:loglevel], self[:noop], self[:require]&.map(&:ref)]
    raise Puppet::Error, \"found #{found}\" unless found == EXPECTED
  end
  EXPECTED = [['Mine', 'page'], [:name], :info, true, ['Notify[a]', 'Notify[b]']]
end";
    let manifest = "class web {
  notify { ['a', 'b']: }
  web_page { 'x': tag => 'Mine', audit => 'name', loglevel => 'info', noop => 'true', require => Notify['a', 'b'] }
}";
    let spec = "describe('web') { it { is_expected.to compile.with_all_deps } }";
    all_pass(&[
        ("lib/puppet/type/web_page.rb", ty),
        ("manifests/init.pp", manifest),
        ("spec/classes/web_spec.rb", spec),
    ]);
}

#[test]
fn types_are_made_in_specs() {
    let spec = "describe 'web_page' do
  let(:title) { '/x' }
  it { is_expected.to be_valid_type.with_parameters('color').with_properties(%w[ensure size]) }
  it { is_expected.to be_valid_type.with_set_attributes(color: 'red') }
  it { expect { is_expected.to be_valid_type.with_set_attributes(color: 'no') }.to raise_error(Puppet::Error) }
  it { expect(Puppet::Type.type(:web_page).new(name: '/a', size: '7')[:size]).to eq 7 }
  it { expect(Puppet::Type.type(:web_page).new(name: '/a', color: 'red')[:color]).to eq :red }
  it { expect { Puppet::Type.type(:web_page).new(name: '/a', none: 1) }.to raise_error(Puppet::Error, /no parameter named 'none'/) }
end";
    all_pass(&[("lib/puppet/type/web_page.rb", TYPE), ("spec/types/web_page_spec.rb", spec)]);
}

/// The messages are those of Puppet 8.11.
#[test]
fn types_of_puppet_check_values() {
    let spec = "describe 'web' do
  { \"file { 'a': }\" => /Parameter path failed on File\\[a\\]: File paths must be fully qualified, not 'a'/,
    \"file { '/a': mode => 'x' }\" => /The file mode specification is invalid: \"x\"/,
    \"file { '/a': content => 'x', source => '/b' }\" => /You cannot specify more than one of content, source, target/,
    \"exec { 'ls': }\" => /'ls' is not qualified and no path was specified/,
    \"service { 'a': ensure => 'on' }\" => /Parameter ensure failed on Service\\[a\\]: Invalid value \"on\"/ }.each do |code, words|
    context code do
      let(:pre_condition) { code }
      it { is_expected.to compile.and_raise_error(words) }
    end
  end
  context 'with what is taken' do
    let(:pre_condition) { \"file { '/a': mode => '0644' } exec { 'ls': path => '/bin' } exec { '/bin/ls': }\" }
    it { is_expected.to compile }
  end
end";
    all_pass(&[("manifests/init.pp", "class web { }"), ("spec/classes/web_spec.rb", spec)]);
}

const FUNCTION: &str = "Puppet::Functions.create_function(:'web::half') do
  dispatch(:half) { param 'Integer[2]', :number; optional_param 'Variant[String, Array]', :unit }
  def half(number, unit = nil) = number.odd? ? raise(IndexError, \"#{number} is odd\") : number / 2
end";

#[test]
fn errors_have_their_classes_and_words() {
    let spec = "describe 'web::half' do
  it { is_expected.to run.with_params(4).and_return(2) }
  it { is_expected.to run.with_params(3).and_raise_error(IndexError, '3 is odd (IndexError)') }
  it { is_expected.not_to run.with_params(3).and_raise_error(TypeError) }
  it { is_expected.to run.with_params('x').and_raise_error(ArgumentError, /parameter 'number' expects an Integer value, got String/) }
  it { is_expected.to run.with_params(1).and_raise_error(ArgumentError, /parameter 'number' expects an Integer\\[2\\] value, got Integer\\[1, 1\\]/) }
  it { is_expected.to run.with_params(2, 3).and_raise_error(ArgumentError, /'web::half' parameter 'unit' expects a value of type String or Array, got Integer/) }
  it { is_expected.to run.with_params.and_raise_error(ArgumentError, /'web::half' expects between 1 and 2 arguments, got none/) }
  it { is_expected.not_to run.with_params('x').and_raise_error(Puppet::ParseError) }
  it { expect { subject.execute('x') }.to raise_error(ArgumentError) }
end";
    all_pass(&[("lib/puppet/functions/web/half.rb", FUNCTION), ("spec/functions/half_spec.rb", spec)]);
}

#[test]
fn variables_steer_the_facts() {
    let spec = "require 'rspec-puppet-facts'
include RspecPuppetFacts
describe('web') { on_supported_os.each_key { |os| it(os) { } } }";
    let files = [("spec/classes/web_spec.rb", spec)];
    let debian = MemoryWorld::new().with_variable("SPEC_FACTS_OS", "debian-12");
    assert_eq!(results(debian, &files), ["passed web debian-12-x86_64"]);
    let both = ["passed web debian-12-x86_64", "passed web redhat-9-x86_64"];
    assert_eq!(results(MemoryWorld::new(), &files), both);
}

#[test]
fn values_that_must_not_be_shown() {
    let manifest = "class web { file { '/a': content => Sensitive('secret') } }";
    let spec = "describe 'web' do
  it { expect(catalogue.resource('file', '/a')[:content]).to eq 'secret' }
  it { is_expected.to contain_file('/a').with_content(sensitive('secret')) }
  it { is_expected.not_to contain_file('/a').with_content('secret') }
  it { expect(catalogue.resource('file', '/a').sensitive_parameters).to eq [:content] }
end";
    all_pass(&[("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)]);
}

#[test]
fn functions_of_modules_are_not_those_of_the_spec() {
    let function = "Puppet::Parser::Functions.newfunction(:web_note, type: :statement) do |args|
  function_create_resources(['notify', { args[0] => {} }])
end";
    let spec = "describe 'web' do
  before { allow(File).to receive(:exist?).and_return(true) }
  it { is_expected.to contain_notify('hello') }
  it { is_expected.to contain_notify('hello') }
end";
    all_pass(&[
        ("lib/puppet/parser/functions/web_note.rb", function),
        ("manifests/init.pp", "class web { web_note('hello') }"),
        ("spec/classes/web_spec.rb", spec),
    ]);
}

#[test]
fn words_of_older_suites_and_settings() {
    let spec = "require 'yaml'
RSpec.configure do |c|
  c.fail_if_no_examples = true
  c.alias_it_should_behave_like_to :it_acts_like, 'acts like'
end
shared_examples('a list') { |size| it { expect(size).to eq 2 } }
describe 'a' do
  it { [3, 1, 2].should =~ [1, 2, 3] }
  it { [3, 1].should_not =~ [1, 2, 3] }
  it { expect(YAML.load_stream(\"# none\\n---\\na: 1\\n---\\n- b\\n\")).to eq [{ 'a' => 1 }, ['b']] }
  it_acts_like 'a list', 2
end";
    let results = results(MemoryWorld::new(), &[("spec/unit/a_spec.rb", spec)]);
    assert!(results.iter().all(|line| line.starts_with("passed")), "{results:#?}");
    assert_eq!(results.last().unwrap(), "passed a acts like a list is expected to eq 2");
}

#[test]
fn what_suites_may_not_have_is_named() {
    let spec = "describe 'a' do
  it('reads') { File.read('/etc/passwd') }
  it('writes') { File.write('/etc/x', 'y') }
  it('runs') { `ls` }
  it('asks') { expect(1).to be_quite_unknown_matcher_of_some_gem }
  it('matches') { expect(1).to match_xpath('a') }
  it('goes on') { }
end";
    let results = results(MemoryWorld::new(), &[("spec/unit/a_spec.rb", spec)]);
    let [reads, writes, runs, asks, matches, goes_on] = results.as_slice() else { panic!("{results:#?}") };
    assert!(reads.starts_with("failed a reads: "), "{reads}");
    assert!(writes.starts_with("failed a writes: "), "{writes}");
    assert!(runs.starts_with("failed a runs: "), "{runs}");
    assert!(
        asks.starts_with("failed a asks: ") && asks.contains("quite_unknown_matcher_of_some_gem?"),
        "{asks}"
    );
    assert!(matches.contains("match_xpath"), "{matches}");
    assert_eq!(goes_on, "passed a goes on");
}
