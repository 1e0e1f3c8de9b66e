//! What a spec gives to a compilation, and what the compilation sees of it.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Status, Suite};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [],
    "operatingsystem_support": [{ "operatingsystem": "Debian", "operatingsystemrelease": ["12"] }] }"#;

const FACTS: &str = r#"{ "os": { "name": "Debian", "family": "Debian", "hardware": "x86_64", "distro": { "id": "Debian" },
    "release": { "full": "12.5", "major": "12" } }, "facterversion": "4.11.0", "disks": ["a", { "name": "b" }],
    "networking": { "ip": "10.0.2.15", "interfaces": { "eth0": { "mtu": 1500 } } } }"#;

/// The failures of a suite, with its number of examples.
fn failures(files: &[(&str, &str)]) -> (usize, Vec<String>) {
    let mut world =
        MemoryWorld::new().with("/m/metadata.json", METADATA).with("/db/4.11/debian.facts", FACTS);
    for (path, text) in files {
        world = world.with(format!("/m/{path}"), *text);
    }
    let options = Options { facterdb: vec!["/db".into()], ..Options::default() };
    let suite = Suite::open(Arc::new(world), Path::new("/m"), options).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let examples: Vec<_> = runs.iter().flat_map(FileRun::examples).collect();
    let failed = examples.iter().filter(|example| example.status != Status::Passed);
    let mut failures: Vec<String> =
        failed.map(|example| format!("{}: {:?}", example.full_description, example.failures)).collect();
    failures.extend(runs.iter().filter_map(|run| run.error.as_ref()).map(|error| error.message.clone()));
    (examples.len(), failures)
}

/// Facts are passed on without looking into them, as long as nobody has changed them.
#[test]
fn facts_are_what_the_spec_has_made_of_them() {
    let manifest = "class web { notify { 'x': message => \"${facts['os']} ${facts['networking']} ${facts['disks']}\" } }";
    let spec = "require 'rspec-puppet-facts'
include RspecPuppetFacts
NETWORK = '{ip => 10.0.2.15, interfaces => {eth0 => {mtu => 1500}}, '.freeze
describe 'web' do
  def with_os(text) = contain_notify('x').with_message(/\\A\\{name => #{text}/)

  on_supported_os.each do |os, facts|
    context 'as they are' do
      let(:facts) { facts }
      it { is_expected.to with_os('Debian, family => Debian, hardware => x86_64, distro => {id => Debian}, release => {full => 12.5, major => 12}} ') }
      it { is_expected.to contain_notify('x').with_message(/eth0 => \\{mtu => 1500\\}.* \\[a, \\{name => b\\}\\]\\z/) }
    end

    context 'read' do
      before { facts[:os]['release']['major'] + facts[:networking]['interfaces']['eth0']['mtu'].to_s }
      let(:facts) { facts.dup }
      it { is_expected.to with_os('Debian,') }
    end

    context 'with another one' do
      let(:facts) { facts.merge(os: facts[:os].merge('name' => 'Ubuntu', release: { major: 24 })) }
      it { is_expected.to with_os('Ubuntu, .* => \\{major => 24\\}') }
    end

    context 'changed inside' do
      own = on_supported_os[os]
      own[:os]['release']['major'] << '34'
      own[:networking]['interfaces']['eth0']['mtu'] = 9000
      own[:disks][1]['name'] = 'c'
      let(:facts) { own }
      it { is_expected.to with_os('Debian, .*major => 1234') }
      it { is_expected.to contain_notify('x').with_message(/mtu => 9000.* \\[a, \\{name => c\\}\\]\\z/) }
    end

    context 'not changed by another group' do
      let(:facts) { on_supported_os[os] }
      it { is_expected.to with_os('Debian, .*major => 12}') }
    end
  end
end";
    let files = [("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)];
    assert_eq!(failures(&files), (7, Vec::new()));
}

#[test]
fn parameters_are_written_as_a_manifest() {
    let manifest = "class web ($values) { notify { 'x': message => \"${values}\" }
  file { '/x': content => $values['secret'], owner => $values['none'] } }";
    let spec = "describe 'web' do
  let(:params) do
    { values: { 'a$b' => \"#{'$'}{x} 'q' \\n\", list: [1, 2.5, true, :word, nil_or(:undef), []], empty: {},
                ref: ref('Notify', 'x'), secret: sensitive('s$x'), none: :undef, deep: { 1 => { 'k' => :default } } } }
  end
  def nil_or(value) = value
  it do
    is_expected.to contain_notify('x').with_message(
      \"{a$b => #{'$'}{x} 'q' \\n, list => [1, 2.5, true, word, , []], empty => {}, ref => Notify['x'], \" \\
      'secret => Sensitive [value redacted], none => , deep => {1 => {k => default}}}'
    )
  end
  it { is_expected.to contain_file('/x').with_content(sensitive('s$x')).without_owner }
end";
    let files = [("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)];
    assert_eq!(failures(&files), (2, Vec::new()));
}

#[test]
fn manifests_see_settings_that_a_spec_changes() {
    let manifest = "class web { notify { \"${settings::ca_server} ${settings::ssldir}\": } }";
    let spec = "describe 'web' do
  context 'changed' do
    before { Puppet[:ca_server] = 'ca.example.com'; Puppet[:ssldir] = '/ssl' }
    it { is_expected.to contain_notify('ca.example.com /ssl') }
  end
end";
    let files = [("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)];
    assert_eq!(failures(&files), (1, Vec::new()));
}

/// A function loads the file that the spec has loaded, by another path.
#[test]
fn a_file_of_the_module_is_loaded_once() {
    let function = "require_relative '../../puppet_x/asked'
Puppet::Functions.create_function(:asked) do
  def asked(name) = PuppetX::Asked.ask(name)
end";
    let library = "module PuppetX
  class Asked
    def self.ask(name) = raise(name)
  end
end";
    let spec = "require 'puppet_x/asked'
describe 'asked' do
  it 'has a mock' do
    expect(PuppetX::Asked).to receive(:ask).with('a').and_return('b')
    expect(subject.execute('a')).to eq('b')
  end
end";
    let files = [
        ("lib/puppet/functions/asked.rb", function),
        ("lib/puppet_x/asked.rb", library),
        ("spec/functions/asked_spec.rb", spec),
    ];
    assert_eq!(failures(&files), (1, Vec::new()));
}
