//! Small suites in memory, with the result of each example.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Status, Suite, Tag, report};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

fn suite(files: &[(&str, &str)], options: Options) -> Suite {
    let mut world = MemoryWorld::new().with("/m/metadata.json", METADATA);
    for (path, text) in files {
        world = world.with(format!("/m/{path}"), *text);
    }
    Suite::open(Arc::new(world), Path::new("/m"), options).unwrap()
}

fn run(suite: &Suite) -> Vec<FileRun> {
    suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect()
}

/// One line per example: its status, its description, and the first line of the error.
fn results(runs: &[FileRun]) -> Vec<String> {
    let examples = runs.iter().flat_map(FileRun::examples);
    let outside = runs
        .iter()
        .flat_map(|run| run.outside().map(|failure| format!("outside: {}", first_line(&failure.message))));
    let line = |example: &bunraku_rspec::Example| {
        let why = example.failures.first().filter(|_| example.status == Status::Failed);
        let why = why.map(|failure| format!(": {}", first_line(&failure.message))).unwrap_or_default();
        let reason =
            example.pending_message.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        format!("{} {}{reason}{why}", example.status.name(), example.full_description)
    };
    examples.map(line).chain(outside).collect()
}

fn first_line(message: &str) -> &str {
    message.trim_start().lines().next().unwrap_or_default()
}

fn unit(spec: &str) -> Vec<String> {
    results(&run(&suite(&[("spec/unit/a_spec.rb", spec)], Options::default())))
}

#[test]
fn groups_hooks_and_memoized_values() {
    let spec = include_str!("suites/core_spec.rb");
    let expected = [
        "passed stack sees what before(:all) left",
        "passed stack is expected to eq 1",
        "passed stack size is expected to eq 3",
        "passed stack with more has the outer value by super",
        "passed stack with more runs around",
        "pending stack with more is skipped (Temporarily skipped with xit)",
        "pending stack with more is expected to fail (for now)",
        "failed stack with more passes although pending: Expected example to fail since it is pending, but it passed.",
        "pending stack with more is not written (Not yet implemented)",
        "pending stack with more of nothing is not run (the around hook at ./spec/unit/a_spec.rb:28 did not run the example)",
        "passed stack behaves like a number is expected to be > 0",
        "passed stack behaves like a number has options",
        "failed stack behaves like a number sees the group: expected: 9",
    ];
    assert_eq!(unit(spec), expected);
}

#[test]
fn matchers() {
    let results = unit(include_str!("suites/matchers_spec.rb"));
    let failed: Vec<&String> =
        results.iter().filter(|line| !line.starts_with("passed") && !line.contains("MUST FAIL")).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let wrong: Vec<&String> =
        results.iter().filter(|line| line.starts_with("passed") && line.contains("MUST FAIL")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(results.len(), 49, "{results:#?}");
}

/// The descriptions are those of RSpec 3.13.
#[test]
fn words_that_few_suites_use() {
    let expected = [
        "passed a string is expected to start with \"a\"",
        "passed a string is expected to be < b",
        "passed a string is expected to include \"str\" at least once",
        "passed a string is expected to satisfy expression `value.length > 2`",
        "passed a string is expected to a string matching /str/",
        "passed a string is expected to match [(a kind of Integer), (a string starting with \"x\")]",
        "passed a string is expected to have attributes {:count => 1}",
        "passed a string is expected to respond to #add with 1 argument and keyword :twice",
        "passed a string is expected to output /old/ to stderr",
        "passed a string is expected to output \"x\\n\" to stdout",
        "passed a string is expected to yield successive args(1, 2)",
        "passed a string counts",
        "passed a string all in parts",
        "passed a string knows where it is",
        "pending a string does more (No reason given)",
        "passed {:a=>7} is expected to include {:a => 7}",
        "passed a named subject is expected to eq 3",
        "passed a named subject by name",
        "passed order first",
        "passed order second",
        "passed older words stubs",
        "passed older words tells objects",
        "failed older words MUST FAIL without the call: (#<Double \"counter\">).count(*(any args))",
    ];
    assert_eq!(unit(include_str!("suites/words_spec.rb")), expected);
}

#[test]
fn classes_see_settings_of_specs_and_flat_relationships() {
    let class =
        "class web { file { \"${settings::confdir}/a\": require => [[], Package['b']] } package { 'b': } }";
    let spec = "require 'puppetlabs_spec_helper/module_spec_helper'
describe 'web' do
  it { is_expected.to contain_file('/dev/null/a').with_require(['Package[b]']) }
  it { is_expected.to include_class('web') }
  it { is_expected.to have_unique_values_for_all('package', 'name') }
  it('has a catalog') { expect(catalogue).to be_a(Puppet::Resource::Catalog) }
  it('has settings') { expect([Puppet[:ssldir], Puppet[:confdir]]).to eq ['/dev/null/ssl', '/dev/null'] }
  it('knows gems') { expect(Gem.loaded_specs['puppet'].version).to be > Gem::Version.new('8.0') }
end
";
    let expected = [
        "passed web is expected to contain File[/dev/null/a] with require => [\"Package[b]\"]",
        "passed web is expected to include Class[web]",
        "passed web is expected to have unique attribute values for Package[name]",
        "passed web has a catalog",
        "passed web has settings",
        "passed web knows gems",
    ];
    let files = [("manifests/init.pp", class), ("spec/classes/web_spec.rb", spec)];
    assert_eq!(results(&run(&suite(&files, Options::default()))), expected);
}

/// Compilations use one interpreter after another.
#[test]
fn functions_open_files_in_each_compilation() {
    let function = "module Puppet::Parser::Functions
  newfunction(:version, type: :rvalue) { |_| File.open('/m/metadata.json') { |file| JSON.parse(file.read)['version'] } }
end
";
    let class = "class web($port) { notify { \"${version()} ${port} ${settings::vardir}\": } }";
    let spec = "describe 'web' do
  [1, 2, 3, 4].each do |port|
    it(\"port #{port}\") { expect(self).to respond_to(:catalogue) }
    context port.to_s do
      let(:params) { { port: port } }
      it { is_expected.to contain_notify(\"1.0.0 #{port} /tmp/vardir\") }
    end
  end
end
";
    let files = [
        ("manifests/init.pp", class),
        ("lib/puppet/parser/functions/version.rb", function),
        ("spec/classes/web_spec.rb", spec),
    ];
    let results = results(&run(&suite(&files, Options::default())));
    assert!(results.len() == 8 && results.iter().all(|line| line.starts_with("passed")), "{results:#?}");
}

#[test]
fn modules_of_openstack_share_facts() {
    let spec = "require 'puppet-openstack_spec_helper/facts'
describe 'facts' do
  it { expect(OSDefaults.get_facts(os_workers: 5)).to include(os_workers: 5, os_service_default: '<SERVICE DEFAULT>') }
  it('systems') { expect(on_supported_os(supported_os: OSDefaults.get_supported_os).keys).to include('ubuntu-24.04-x86_64') }
  it { expect(\"a\\nb\").to include_regexp([/b/]) }
end
";
    let results = unit(spec);
    assert!(results.iter().all(|line| line.starts_with("passed")), "{results:#?}");
}

#[test]
fn mocks() {
    let results = unit(include_str!("suites/mocks_spec.rb"));
    let expected = [
        "passed mocks answers what it is told",
        "passed mocks has arguments",
        "failed mocks MUST FAIL without the call: (Thing).make(*(any args))",
        "passed mocks gives back what was there",
        "passed mocks of all instances",
        "passed mocks doubles",
        "failed mocks MUST FAIL with an unknown message: #<Double \"a\"> received unexpected message :nope with ()",
        "passed mocks constants",
    ];
    assert_eq!(results, expected);
}

/// The lines are those of RSpec 3.12.
#[test]
fn mocks_describe_their_examples() {
    let expected = [
        "passed m is expected to have received make(*(any args)) 1 time",
        "failed m is expected to have received make(*(any args)) 1 time: expected Thing to have received `make`, got it 2 times",
        "passed m is expected to have received make(1, \"a\") 1 time",
        "passed m is expected to have received make(*(any args)) 2 times",
        "passed m is expected to receive make(3) 1 time",
        "passed m is expected to receive make(*(any args)) 1 time",
        "passed m is expected to receive make(*(any args)) 2 times",
        "passed m is expected not to receive make(*(any args)) 0 times",
        "passed m is expected not to have received make(*(any args)) 0 times",
        "passed m is expected to have received make(*(any args)) 2 times",
        "passed m is expected to receive make(*(any args)) 0 times",
        "passed m is expected to have received make(no args) 1 time",
    ];
    assert_eq!(unit(include_str!("suites/received_spec.rb")), expected);
}

const CLASS: &str = "class web (String $owner = 'root', Integer $port = 80) {
  package { 'nginx': ensure => installed }
  -> file { '/etc/web.conf': content => \"port ${port}\\n\", owner => $owner, mode => '0644' }
  ~> service { 'nginx': ensure => running }
  if $port == 1 { fail('no such port') }
  @@notify { 'exported': }
}";

/// The results are those of rspec-puppet, except for our wording of failures.
#[test]
fn classes_defines_functions_and_aliases() {
    let files = [
        ("manifests/init.pp", CLASS),
        (
            "manifests/site.pp",
            "define web::site (Enum['a', 'b'] $kind) { file { \"/srv/${name}\": ensure => directory } }",
        ),
        ("functions/double.pp", "function web::double(Integer $x) >> Integer { $x * 2 }"),
        ("types/port.pp", "type Web::Port = Integer[1, 65535]"),
        ("spec/spec_helper.rb", "require 'puppetlabs_spec_helper/module_spec_helper'"),
        ("spec/classes/web_spec.rb", include_str!("suites/class_spec.rb")),
        ("spec/defines/site_spec.rb", include_str!("suites/define_spec.rb")),
        ("spec/functions/double_spec.rb", include_str!("suites/function_spec.rb")),
        ("spec/type_aliases/port_spec.rb", include_str!("suites/alias_spec.rb")),
    ];
    let results = results(&run(&suite(&files, Options::default())));
    let expected = [
        "passed web is expected to compile into a catalogue without dependency cycles",
        "passed web is expected to contain Class[web] with port => 80",
        "passed web is expected to contain File[/etc/web.conf] with owner => \"root\" and mode =~ /^06/",
        "passed web is expected to contain Package[nginx] that comes before File[/etc/web.conf]",
        "passed web is expected to contain Service[nginx] that subscribes to File[/etc/web.conf]",
        // rspec-puppet follows one kind of relationship at a time.
        "failed web is expected to contain Service[nginx] that requires Package[nginx]: \
         expected that the catalogue would contain Service[nginx] with that requires Package[nginx]",
        "passed web is expected not to contain File[/etc/none]",
        "passed web is expected to contain exactly 3 resources",
        "passed web is expected to contain Notify[exported]",
        "failed web is expected to contain Package[ngin]: expected that the catalogue would contain Package[ngin]",
        "passed web with a bad port is expected to fail to compile and raise an error matching /no such port/",
        "passed web with a wrong type is expected to fail to compile and raise an error matching \
         /parameter 'port' expects an Integer value, got String/",
        "passed web::site is expected to contain File[/srv/one] with exactly 1 parameters and ensure => \"directory\"",
        "passed web::site with a wrong kind is expected to raise Puppet::Error with message matching /expects a match for Enum/",
        "passed web::double is expected to run web::double(2) and return 4",
        "passed web::double is expected to run web::double(\"x\") and raise an ArgumentError",
        "failed web::double is expected to run web::double(3) and return 7: \
         expected web::double(3) to have returned 7 instead of returning 6",
        "passed Web::Port is expected to match values 1, 80",
        "passed Web::Port is expected not to match value 0",
    ];
    assert_eq!(results, expected);
}

#[test]
fn an_example_that_does_not_end_fails_alone() {
    let spec = "describe 'a' do\n  it('loops') { loop { } }\n  it('ends') { expect(1).to eq 1 }\nend";
    let options = Options { steps: Some(200_000), ..Options::default() };
    let results = results(&run(&suite(&[("spec/unit/a_spec.rb", spec)], options)));
    assert_eq!(results.len(), 2);
    assert_eq!(results[0], "failed a loops: this takes more than 200000 steps");
    assert_eq!(results[1], "passed a ends");
}

/// Many specs leave it to this file to load their helper.
#[test]
fn options_of_the_module_are_read() {
    let files = [
        (".rspec", "--require spec_helper\n--tag ~slow\n"),
        ("spec/spec_helper.rb", "LOADED = 'by .rspec'"),
        ("spec/unit/a_spec.rb", "describe('a') { it(LOADED) { }; it('b', :slow) { } }"),
    ];
    assert_eq!(results(&run(&suite(&files, Options::default()))), ["passed a by .rspec"]);
}

#[test]
fn files_that_do_not_load_leave_the_others_alone() {
    let files = [
        ("spec/unit/a_spec.rb", "describe 'a' do\n  it { expect(1) ) }\nend"),
        ("spec/unit/b_spec.rb", "require 'no_such_gem'"),
        ("spec/unit/c_spec.rb", "describe('c') { it('runs') { } }"),
    ];
    let runs = run(&suite(&files, Options::default()));
    assert_eq!(runs.iter().filter(|run| run.error.is_some()).count(), 2);
    assert_eq!(
        runs[1].error.as_ref().map(|error| error.message.as_str()),
        Some("cannot load such file -- no_such_gem (LoadError)")
    );
    assert_eq!(runs[2].examples().count(), 1);
    assert!(runs[2].is_fine() && !runs[0].is_fine());
}

#[test]
fn a_failure_in_before_all_fails_the_group() {
    let spec = "describe 'a' do\n  before(:all) { raise 'broken' }\n  it('one') { }\n  context('b') { it('two') { } }\nend
        describe('c') { it('three') { } }";
    assert_eq!(unit(spec), ["failed a one: broken", "failed a b two: broken", "passed c three"]);
}

#[test]
fn filters() {
    let spec = "describe 'a' do\n  it('one', :slow) { }\n  context 'b' do\n    it('two') { }\n    it('three', kind: 'x') { }\n  end\nend";
    let files = [("spec/unit/a_spec.rb", spec)];
    let with = |options| results(&run(&suite(&files, options)));
    let tag =
        |name: &str, value: Option<&str>| Tag { name: name.to_owned(), value: value.map(str::to_owned) };
    assert_eq!(with(Options { names: vec!["b th".into()], ..Options::default() }), ["passed a b three"]);
    assert_eq!(with(Options { tags: vec![tag("slow", None)], ..Options::default() }), ["passed a one"]);
    assert_eq!(
        with(Options { tags: vec![tag("kind", Some("x"))], ..Options::default() }),
        ["passed a b three"]
    );
    assert_eq!(
        with(Options { without: vec![tag("slow", None)], ..Options::default() }),
        ["passed a b two", "passed a b three"]
    );
    let suite = suite(&files, Options::default());
    let at = |name: &str| {
        let files = suite.find(&[name.to_owned()]).unwrap();
        results(&files.iter().map(|file| suite.run(file)).collect::<Vec<_>>())
    };
    assert_eq!(at("spec/unit/a_spec.rb:4"), ["passed a b two"]);
    assert_eq!(at("spec/unit/a_spec.rb:3"), ["passed a b two", "passed a b three"]);
    assert_eq!(at("spec/unit/a_spec.rb[1:2:2]"), ["passed a b three"]);
    assert_eq!(at("spec/unit/a_spec.rb[1:1, 1:2]"), ["passed a one", "passed a b two", "passed a b three"]);
    // A file that is named twice runs once.
    let twice = ["spec/unit/a_spec.rb:4".to_owned(), "spec/unit/a_spec.rb[1:1]".to_owned()];
    let files = suite.find(&twice).unwrap();
    assert_eq!(results(&[suite.run(&files[0])]), ["passed a one", "passed a b two"]);
    assert_eq!(files.len(), 1);
    assert!(suite.find(&["spec/unit/a_spec.rb[]x".to_owned()]).is_err());
    assert!(suite.find(&["spec/none_spec.rb".to_owned()]).is_err());
}

#[test]
fn fixtures_are_found_or_named() {
    let fixtures = "fixtures:\n  repositories:\n    stdlib: https://example.com/stdlib.git\n    apt:\n      repo: https://example.com/apt.git\n    yum:\n      repo: https://example.com/yum.git\n      ref: v7.0.0\n  forge_modules:\n    epel:\n      repo: puppet/epel\n      ref: 5.0.0";
    let world = MemoryWorld::new()
        .with("/m/metadata.json", METADATA)
        .with("/m/.fixtures.yml", fixtures)
        .with("/m/manifests/init.pp", "class web { include apt }")
        .with(
            "/m/spec/classes/web_spec.rb",
            "describe 'web' do\n  it { is_expected.to contain_class('apt') }\nend",
        )
        .with("/others/apt/manifests/init.pp", "class apt { }");
    let options = Options { modulepath: vec!["/others".into()], ..Options::default() };
    let suite = Suite::open(Arc::new(world), Path::new("/m"), options).unwrap();
    assert_eq!(results(&run(&suite)), ["passed web is expected to contain Class[apt]"]);
    let missing: Vec<&str> = suite.missing().iter().map(|missing| missing.command.as_str()).collect();
    let expected = [
        "git clone https://example.com/stdlib.git spec/fixtures/modules/stdlib",
        "git clone https://example.com/yum.git spec/fixtures/modules/yum && git -C spec/fixtures/modules/yum checkout v7.0.0",
        "puppet module install --ignore-dependencies --target-dir spec/fixtures/modules puppet-epel --version 5.0.0",
    ];
    assert_eq!(missing, expected);
}

/// A function in Ruby that is mocked, and one that takes a block.
const ASK: &str = "require_relative '../../../puppet_x/me/net'
Puppet::Functions.create_function(:'web::ask') do
  dispatch(:ask) { param 'String', :name }
  def ask(name) = PuppetX::Me::Net.get(name)
end";

const TWICE: &str = "Puppet::Functions.create_function(:'web::twice') do
  dispatch(:twice) { param 'Integer', :value; block_param }
  def twice(value) = yield(yield(value))
end";

const FACT: &str = "Puppet::Functions.create_function(:'web::fact', Puppet::Functions::InternalFunction) do
  dispatch(:fact) { scope_param; param 'String', :name }
  def fact(scope, name) = scope.lookupvar(name)
end";

#[test]
fn functions_meet_what_a_spec_has_put_in_the_place_of_code() {
    let files = [
        ("lib/puppet/functions/web/ask.rb", ASK),
        ("lib/puppet/functions/web/twice.rb", TWICE),
        ("lib/puppet/functions/web/fact.rb", FACT),
        (
            "lib/puppet_x/me/net.rb",
            "module PuppetX; module Me; module Net; def self.get(name) = raise('no'); end; end; end",
        ),
        ("spec/functions/a_ask_spec.rb", include_str!("suites/mocked_function_spec.rb")),
        (
            "spec/functions/b_twice_spec.rb",
            "describe 'web::twice' do\n  it { is_expected.to run.with_params(3).with_lambda { |x| x + 2 }.and_return(7) }\nend",
        ),
        (
            "spec/functions/c_fact_spec.rb",
            "describe 'web::fact' do\n  it 'reads' do\n    allow(scope).to receive(:lookupvar).with('x').and_return('y')\n    \
             is_expected.to run.with_params('x').and_return('y')\n  end\nend",
        ),
    ];
    assert_eq!(
        results(&run(&suite(&files, Options::default()))),
        [
            "passed web::ask gives what the mock gives",
            "passed web::ask fails without a mock",
            "passed web::ask with a catalog sees the catalog of the call",
            "passed web::twice is expected to run web::twice(3) and return 7",
            "passed web::fact reads",
        ]
    );
}

#[test]
fn types_of_modules_add_relationships() {
    let ty = "Puppet::Type.newtype(:web_user) do
  newparam(:name, namevar: true)
  newparam(:site)
  autorequire(:service) { %w[web other] }
  autobefore(:notify) { self[:site] }
end";
    let manifest = "class web { service { 'web': } notify { 'shop': } notify { 'x': } web_user { 'u': site => 'shop' } }";
    let spec = "describe 'web' do
  it { is_expected.to contain_web_user('u').that_requires('Service[web]').that_comes_before('Notify[shop]') }
  it { is_expected.not_to contain_web_user('u').that_comes_before('Notify[x]') }
end";
    let files = [
        ("lib/puppet/type/web_user.rb", ty),
        ("manifests/init.pp", manifest),
        ("spec/classes/web_spec.rb", spec),
    ];
    let results = results(&run(&suite(&files, Options::default())));
    assert!(results.iter().all(|line| line.starts_with("passed")), "{results:#?}");
}

#[test]
fn values_that_an_agent_would_compute_are_there() {
    let manifest = "class web { notify { 'x': message => Deferred('join', [['a', 'b'], '-']) } }";
    let spec = "describe 'web' do
  it { is_expected.to contain_notify('x').with_message('a-b') }
end";
    let missing = "describe 'web::site' do
  let(:title) { 'shop' }
  it { is_expected.to compile.and_raise_error(/Web::Site\\[shop\\]: expects a value for parameter 'port'/) }
  it { expect { is_expected.to compile }.to raise_error(RSpec::Expectations::ExpectationNotMetError) }
end";
    let files = [
        ("manifests/init.pp", manifest),
        ("manifests/site.pp", "define web::site($port) { }"),
        ("spec/classes/web_spec.rb", spec),
        ("spec/defines/site_spec.rb", missing),
    ];
    assert_eq!(
        results(&run(&suite(&files, Options::default()))),
        [
            "passed web is expected to contain Notify[x] with message => \"a-b\"",
            "passed web::site is expected to fail to compile and raise an error matching \
             /Web::Site\\[shop\\]: expects a value for parameter 'port'/",
            "passed web::site is expected to raise RSpec::Expectations::ExpectationNotMetError",
        ]
    );
}

/// The spec helper of a family of modules writes the configuration of Hiera and data, which compilations read.
#[test]
fn files_that_specs_write_are_in_memory_and_are_data() {
    let files = [
        ("manifests/init.pp", "class web($port) { notify { \"port ${port}\": } }"),
        ("spec/spec_helper.rb", include_str!("suites/written_helper.rb")),
        ("spec/classes/written_spec.rb", include_str!("suites/written_spec.rb")),
    ];
    let expected = [
        "passed web has an empty folder for each example",
        "passed web sees its own files by relative and absolute paths",
        "passed web does not write elsewhere",
        "passed web with data is expected to contain Notify[port 80]",
        "passed web with other data is expected to contain Notify[port 443]",
    ];
    let suite = suite(&files, Options::default());
    assert_eq!(results(&run(&suite)), expected);
    // What one run wrote is not there for the next one.
    assert_eq!(results(&run(&suite)), expected);
}

#[test]
fn examples_have_the_names_and_the_random_order_of_rspec() {
    let spec = "describe 'a' do
          (1..6).each { |n| it(\"e#{n}\") { } }
          context('c') { it('x') { }; context('d') { it('y') { } }; it('z') { } }
        end
        describe('b') { it('q') { } }";
    let ids = |seed| {
        let options = Options { seed, ..Options::default() };
        let runs = run(&suite(&[("spec/unit/a_spec.rb", spec)], options));
        let examples = runs.iter().flat_map(FileRun::examples);
        examples.map(|example| example.id.replace("./spec/unit/a_spec.rb", "")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(None), "[1:1] [1:2] [1:3] [1:4] [1:5] [1:6] [1:7:1] [1:7:3] [1:7:2:1] [2:1]");
    assert_eq!(ids(Some(4711)), "[1:6] [1:5] [1:2] [1:1] [1:4] [1:3] [1:7:1] [1:7:3] [1:7:2:1] [2:1]");
}

#[test]
fn gems_without_a_stand_in_are_named_or_found_in_a_folder() {
    let spec = "require 'no_such/gem'\ndescribe('a') { it { expect(NoSuch.answer).to eq 42 } }";
    let files = [
        ("spec/unit/a_spec.rb", spec),
        ("gems/lib/no_such/gem.rb", "module NoSuch; def self.answer = 42; end"),
    ];
    let failures = report::failures(&run(&suite(&files, Options::default())));
    assert!(
        failures.contains("help: get the gem that contains `no_such/gem` with `gem fetch no_such`"),
        "{failures}"
    );
    let options = Options { libraries: vec!["/m/gems/lib".into()], ..Options::default() };
    assert_eq!(results(&run(&suite(&files, options))), ["passed a is expected to eq 42"]);
}

/// A type of a module checks the same values once, and refuses others each time.
#[test]
fn types_of_modules_check_what_is_new() {
    let files = [
        ("manifests/init.pp", "class web($port = 80) { gate { 'a': port => $port } }"),
        (
            "lib/puppet/type/gate.rb",
            "Puppet::Type.newtype(:gate) do
               newparam(:name, namevar: true)
               newparam(:port) { validate { |value| raise ArgumentError, 'too large' if value.to_i > 100 } }
             end",
        ),
        (
            "spec/classes/web_spec.rb",
            "describe 'web' do
               2.times { it { is_expected.to compile } }
               context('wrong') do
                 let(:params) { { port: 101 } }
                 2.times { it { is_expected.to compile.and_raise_error(/too large/) } }
               end
               it { is_expected.to have_gate_resource_count(1) }
               it { is_expected.to have_gate_count(0) }
               it { expect(Dir.pwd).to eq '/m' }
               it { expect(IO.read('metadata.json')).to eq File.read('metadata.json') }
               it { expect(RSpec::Puppet::Cache.new { |a| a + 1 }.get(1)).to eq 2 }
               it { expect { YAML.safe_load('a', [], [], true) }.to raise_error(ArgumentError, /given 4, expected 1/) }
             end",
        ),
    ];
    let results = results(&run(&suite(&files, Options::default())));
    assert_eq!(results.len(), 10);
    assert!(results.iter().all(|line| line.starts_with("passed ")), "{results:#?}");
}
