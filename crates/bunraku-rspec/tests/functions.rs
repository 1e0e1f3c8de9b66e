//! Specs of functions in Ruby: what they are given, and what they leave to others.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Status, Suite};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

/// Runs all specs, and checks that there are some and that all pass.
fn all_pass(files: &[(&str, &str)]) {
    let mut world = MemoryWorld::new().with("/m/metadata.json", METADATA);
    for (path, text) in files {
        world = world.with(format!("/m/{path}"), *text);
    }
    let suite = Suite::open(Arc::new(world), Path::new("/m"), Options::default()).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let examples: Vec<_> = runs.iter().flat_map(FileRun::examples).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let why = example.failures.first().map(|failure| &failure.message);
        assert_eq!(example.status, Status::Passed, "{}: {why:?}", example.full_description);
    }
    let outside: Vec<_> = runs.iter().flat_map(FileRun::outside).collect();
    assert!(outside.is_empty(), "{outside:?}");
}

#[test]
fn objects_of_ruby_stay_what_they_are() {
    let modern = "Puppet::Functions.create_function(:'web::kind') do
          dispatch(:kind) { param 'Any', :value }
          def kind(value) = value.is_a?(Class) ? 'class' : value.class.to_s
        end";
    let legacy =
        "Puppet::Parser::Functions.newfunction(:legacy_kind, type: :rvalue) { |args| args[0].class.to_s }";
    all_pass(&[
        ("lib/puppet/functions/web/kind.rb", modern),
        ("lib/puppet/parser/functions/legacy_kind.rb", legacy),
        (
            "spec/functions/kind_spec.rb",
            "class Shout < String; end
             describe 'web::kind' do
               it { is_expected.to run.with_params(:word).and_return('Symbol') }
               it { is_expected.to run.with_params(String).and_return('class') }
               it { is_expected.to run.with_params(Shout.new('a')).and_return('Shout') }
               it { is_expected.to run.with_params('a').and_return('String') }
             end",
        ),
        (
            "spec/functions/legacy_kind_spec.rb",
            "describe 'legacy_kind' do
               it { is_expected.to run.with_params(:word).and_return('Symbol') }
               it { is_expected.to run.with_params('a').and_return('String') }
             end",
        ),
    ]);
}

#[test]
fn a_block_chooses_the_signature_by_its_arguments() {
    let code = "Puppet::Functions.create_function(:'web::each') do
          dispatch(:three) { param 'Array', :list; block_param 'Callable[3, 3]', :block }
          dispatch(:two) { param 'Array', :list; block_param 'Callable[2, 2]', :block }
          def three(list) = list.map { |each| yield 1, 2, each }
          def two(list) = list.map { |each| yield 1, each }
        end";
    all_pass(&[
        ("lib/puppet/functions/web/each.rb", code),
        (
            "spec/functions/each_spec.rb",
            "describe 'web::each' do
               it { is_expected.to run.with_params([5]).with_lambda { |_, value| value }.and_return([5]) }
               it { is_expected.to run.with_params([5]).with_lambda { |_, two, value| [two, value] }.and_return([[2, 5]]) }
             end",
        ),
    ]);
}

#[test]
fn calls_of_an_example_see_what_others_have_declared() {
    let code = "Puppet::Functions.create_function(:'web::tell') do
          dispatch(:tell) { param 'String', :title }
          def tell(title) = call_function('create_resources', 'notify', { title => {} })
        end";
    all_pass(&[
        ("lib/puppet/functions/web/tell.rb", code),
        (
            "spec/functions/tell_spec.rb",
            "describe 'web::tell' do
               it 'declares both' do
                 subject.execute('one')
                 subject.execute('two')
                 expect(-> { catalogue }).to contain_notify('one')
                 expect(-> { catalogue }).to contain_notify('two')
               end
               it 'begins anew' do
                 subject.execute('two')
                 expect(-> { catalogue }).not_to contain_notify('one')
               end
             end",
        ),
    ]);
}

#[test]
fn chance_passwords_and_deprecations() {
    let chance = "Puppet::Parser::Functions.newfunction(:chance, type: :rvalue) { |_| rand(1_000_000) }";
    let old = "Puppet::Functions.create_function(:'web::old') do
          dispatch(:old) { param 'String', :key }
          def old(key) = Puppet.deprecation_warning('old!', key)
        end";
    let hash =
        "Puppet::Parser::Functions.newfunction(:hash_of, type: :rvalue) { |args| args[0].crypt('$1$salt') }";
    all_pass(&[
        ("lib/puppet/parser/functions/chance.rb", chance),
        ("lib/puppet/parser/functions/hash_of.rb", hash),
        ("lib/puppet/functions/web/old.rb", old),
        (
            "spec/functions/chance_spec.rb",
            "describe 'chance' do
               before { srand(2) }
               it { is_expected.to run.and_return(Random.new(2).rand(1_000_000)) }
             end",
        ),
        (
            "spec/functions/hash_of_spec.rb",
            "if 'test'.crypt('$1$1') == '$1$1$Bp8CU9Oujr9SSEw53WV6G.'
               describe 'hash_of' do
                 it { is_expected.to run.with_params('password').and_return('$1$salt$qJH7.N4xYta3aEG/dfqo/0') }
               end
             end",
        ),
        (
            "spec/functions/old_spec.rb",
            "describe 'web::old' do
               it 'warns once' do
                 expect(Puppet).to receive(:warning).with('old!').once
                 2.times { is_expected.to run.with_params('key') }
               end
             end",
        ),
    ]);
}

/// The expectations hold in Puppet 8.11.
#[test]
fn what_a_function_raises_has_its_message_alone() {
    let late = "Puppet::Functions.create_function(:'web::late') do
  require 'timeout'
  dispatch(:late) { param 'String', :name; optional_param 'Integer', :count }
  def late(name, count = 1) = raise(Timeout::Error, 'Timeout')
end";
    let spec = "describe 'web::late' do
  it { is_expected.to run.with_params('a').and_raise_error(Timeout::Error, 'Timeout') }
  it { is_expected.to run.with_params.and_raise_error(Exception, /between 1 and 2 arguments, got none/) }
  it { is_expected.to run.with_params('a', 1, 2).and_raise_error(ArgumentError, /expects between 1 and 2 arguments, got 3/) }
end";
    all_pass(&[("lib/puppet/functions/web/late.rb", late), ("spec/functions/late_spec.rb", spec)]);
}

#[test]
fn messages_about_types_are_there_in_puppets_words() {
    all_pass(&[
        ("manifests/init.pp", "class web(Array[String, 1] $names, Struct[{a => Integer}] $pair = { 'a' => 1 }) { }"),
        (
            "spec/classes/web_spec.rb",
            "describe 'web' do
               let(:params) { { names: [] } }
               it { is_expected.to compile.and_raise_error(/parameter 'names' expects size to be at least 1, got 0/) }
               context 'with another key' do
                 let(:params) { { names: ['a'], pair: { b: 1 } } }
                 it { is_expected.to compile.and_raise_error(/unrecognized key 'b'/) }
                 it { is_expected.to compile.and_raise_error(/expects a value for key 'a'/) }
               end
             end",
        ),
    ]);
}

#[test]
fn catalogs_know_titles_and_the_server() {
    let class = r#"class web {
          notify { 'at': message => $server_facts['servername'] }
          exec { 'a': command => '/bin/a' } ~> exec { "echo 'done'": path => '/bin' }
          package { 'server': name => 'httpd' }
          notify { 'built': message => build() }
          notify { 'where': message => $server_facts['environment'] }
        }"#;
    all_pass(&[
        ("manifests/init.pp", class),
        (
            "spec/classes/web_spec.rb",
            "describe 'web' do
               let(:facts) { { networking: { 'fqdn' => 'here.example.com' }, build: '7' } }
               before do
                 Puppet::Parser::Functions.newfunction(:build, type: :rvalue) { |_| lookupvar('::build') }
               end
               it { is_expected.to contain_notify('at').with_message('here.example.com') }
               it { is_expected.to contain_exec('a').that_notifies(\"Exec[echo 'done']\") }
               it { is_expected.to contain_package('server').with_name('httpd') }
               it { is_expected.not_to contain_package('httpd') }
               it { is_expected.to contain_notify('built').with_message('7') }
               it { is_expected.to contain_notify('where').with_message('rp_env') }
             end
             describe 'web' do
               it('has no function of another example') { is_expected.to compile.and_raise_error(/build/) }
             end",
        ),
    ]);
}

#[test]
fn scopes_call_functions_of_the_puppet_3_api() {
    all_pass(&[
        ("manifests/init.pp", "class web { notify { loud('a'): } }"),
        (
            "lib/puppet/parser/functions/loud.rb",
            "Puppet::Parser::Functions.newfunction(:loud, type: :rvalue) { |args| args[0].upcase }",
        ),
        (
            "spec/functions/loud_spec.rb",
            "describe 'the loud function' do
               it { expect(Puppet::Parser::Functions.function('loud')).to eq 'function_loud' }
               it { expect(scope.function_loud(['a'])).to eq 'A' }
               it { expect(scope.function_loud([:a])).to eq :A }
             end
             describe 'web', type: :class do
               it('is not a mock after a call') { is_expected.to contain_notify('A') }
             end",
        ),
    ]);
}

#[test]
fn what_a_function_calls_can_be_mocked() {
    all_pass(&[
        (
            "lib/puppet/functions/web/salted.rb",
            "Puppet::Functions.create_function(:'web::salted') do
               dispatch(:salted) { param 'String', :word }
               def salted(word) = word + call_function('web::salt', 2)
             end",
        ),
        ("functions/salt.pp", "function web::salt($length) { 'x' * 1 }"),
        (
            "spec/functions/salted_spec.rb",
            "describe 'web::salted' do
               it 'gets what the mock returns' do
                 allow(subject.func).to receive(:call_function).with('web::salt', 2).and_return('yz')
                 is_expected.to run.with_params('a').and_return('ayz')
                 expect(subject.func).to have_received(:call_function).with('web::salt', 2)
               end
             end",
        ),
    ]);
}

#[test]
fn calls_of_an_example_share_what_they_keep_and_draw_their_own_numbers() {
    all_pass(&[
        (
            "lib/puppet/functions/web/once.rb",
            "Puppet::Functions.create_function(:'web::once') do
               dispatch(:once) { param 'String', :word }
               def once(word)
                 file = File.join(Puppet[:vardir], 'once')
                 return File.read(file) if File.exist?(file)
                 FileUtils.mkdir_p(Puppet[:vardir])
                 File.write(file, word)
                 word
               end
             end",
        ),
        (
            "lib/puppet/functions/web/drawn.rb",
            "Puppet::Functions.create_function(:'web::drawn') do
               dispatch(:drawn) { }
               def drawn = rand(1_000_000_000)
             end",
        ),
        (
            "spec/functions/once_spec.rb",
            "describe 'web::once' do
               it 'keeps the first' do
                 is_expected.to run.with_params('a').and_return('a')
                 is_expected.to run.with_params('b').and_return('a')
               end
               it('begins anew in each example') { is_expected.to run.with_params('c').and_return('c') }
             end
             describe 'web::drawn' do
               it { expect(subject.execute).not_to eq subject.execute }
             end",
        ),
    ]);
}
