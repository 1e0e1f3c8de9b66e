//! What examples put in the place of code that Puppet calls, and the files that they write.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Suite};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

/// Runs all specs, and lists the examples: how each ended, and why.
fn results(files: &[(&str, &str)]) -> Vec<String> {
    let mut world = MemoryWorld::new().with_time(0).with("/m/metadata.json", METADATA);
    for (path, text) in files {
        world = world.with(format!("/m/{path}"), *text);
    }
    let suite = Suite::open(Arc::new(world), Path::new("/m"), Options::default()).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let outside: Vec<_> = runs.iter().flat_map(FileRun::outside).collect();
    assert!(outside.is_empty(), "{outside:?}");
    let shown = runs.iter().flat_map(FileRun::examples).map(|example| {
        let why = example.failures.first().map(|failure| failure.message.as_str());
        format!("{:?} {}: {}", example.status, example.description, why.unwrap_or_default())
    });
    shown.collect()
}

fn all_pass(files: &[(&str, &str)], count: usize) {
    let results = results(files);
    assert!(results.len() == count && results.iter().all(|line| line.starts_with("Passed")), "{results:#?}");
}

#[test]
fn built_in_functions_see_what_is_replaced() {
    let manifest = "class web {
      notify { 'file': message => file('/etc/release', 'web/own') }
      notify { 'found': message => \"${find_file('/etc/release')}\" }
      notify { 'rand': message => fqdn_rand(100) }
      notify { 'year': message => Timestamp().strftime('%Y') }
    }";
    let spec = "describe 'web' do
      let(:facts) { { 'networking' => { 'fqdn' => 'a.example.com' } } }
      context 'with nothing replaced' do
        it { is_expected.to contain_notify('file').with_message(\"own\\n\") }
        it { is_expected.to contain_notify('found').with_message('') }
        it { is_expected.not_to contain_notify('rand').with_message(7) }
      end
      context 'with files' do
        before do
          allow(Puppet::FileSystem).to receive(:exist?).and_call_original
          allow(Puppet::FileSystem).to receive(:exist?).with('/etc/release').and_return(true)
          allow(Puppet::FileSystem).to receive(:read_preserve_line_endings).with('/etc/release').and_return('new')
        end
        it { is_expected.to contain_notify('file').with_message('new') }
        it { is_expected.to contain_notify('found').with_message('/etc/release') }
      end
      context 'with files of Ruby' do
        before do
          allow(File).to receive(:exist?).and_call_original
          allow(File).to receive(:exist?).with('/etc/release').and_return(true)
          allow(File).to receive(:read).and_call_original
          allow(File).to receive(:read).with('/etc/release').and_return('ruby')
        end
        it { is_expected.to contain_notify('file').with_message('ruby') }
      end
      context 'with chance' do
        before { allow(Puppet::Util).to receive(:deterministic_rand_int).and_return(7) }
        it { is_expected.to contain_notify('rand').with_message(7) }
      end
      context 'with another time' do
        before { allow(Time).to receive(:now).and_return(Time.utc(1999, 12, 31)) }
        it { is_expected.to contain_notify('year').with_message('1999') }
      end
    end";
    all_pass(
        &[("manifests/init.pp", manifest), ("files/own", "own\n"), ("spec/classes/web_spec.rb", spec)],
        8,
    );
}

const KEEP: &str = "Puppet::Functions.create_function(:'web::keep') do
  dispatch(:keep) { param 'String', :folder }
  def keep(folder)
    FileUtils.mkdir_p(folder)
    path = File.join(folder, 'count')
    count = File.exist?(path) ? IO.readlines(path).length : 0
    File.open(path, File::RDWR | File::CREAT) do |file|
      file.flock(File::LOCK_EX)
      file.seek(0, IO::SEEK_END)
      file.puts('once')
    end
    count
  end
end";

#[test]
fn folders_that_code_makes_are_in_memory() {
    let spec = "require 'fileutils'
    describe 'web::keep' do
      it { is_expected.to run.with_params('/var/simp/keep').and_return(0) }
      it { is_expected.to run.with_params('/var/simp/keep').and_return(1) }
      it('is seen by the spec') { expect(File.readlines('/var/simp/keep/count').length).to eq 2 }
      it 'sees what the spec has made' do
        FileUtils.mkdir_p('/srv/store')
        File.write('/srv/store/count', \"a\\nb\\n\")
        is_expected.to run.with_params('/srv/store').and_return(2)
      end
      it('keeps data of one example') { is_expected.to run.with_params(File.join(Puppet[:vardir], 'a')).and_return(0) }
      it('keeps it no longer') { is_expected.to run.with_params(File.join(Puppet[:vardir], 'a')).and_return(0) }
    end";
    let files = &[("lib/puppet/functions/web/keep.rb", KEEP), ("spec/functions/keep_spec.rb", spec)];
    all_pass(files, 6);
}

#[test]
fn messages_come_in_order_and_blocks_are_told_their_instance() {
    let spec = "class Door
      def open = 'open'
      def shut(how) = how
    end
    describe Door do
      let(:door) { Door.new }
      it 'in order' do
        expect(door).to receive(:open).ordered
        expect(door).to receive(:shut).ordered
        door.open
        door.shut('slowly')
      end
      it 'out of order' do
        allow(door).to receive(:open).ordered
        allow(door).to receive(:shut).ordered
        expect { door.shut('slowly') }.to raise_error(RSpec::Mocks::MockExpectationError, /out of order/)
      end
      it 'any of them' do
        allow_any_instance_of(Door).to receive(:shut) { |it, how| [it.class, how] }
        expect(door.shut('fast')).to eq [Door, 'fast']
      end
      it 'constants' do
        class_double('Door', count: 3).as_stubbed_const
        expect(Door.count).to eq 3
        stub_const('Far::Away', 1)
      end
      it('are put back') { expect([defined?(Far), Door.instance_methods(false).include?(:open)]).to eq [nil, true] }
      it('yields') { expect { |block| 2.times(&block) }.to yield_control.twice }
    end";
    all_pass(&[("spec/unit/door_spec.rb", spec)], 6);
}

#[test]
fn equal_inputs_have_the_same_catalog() {
    let manifest = "class web($port = 80) { notify { \"${port}\": } }";
    let spec = "describe 'web' do
      seen = []
      it { seen << catalogue.__id__ }
      it { expect(seen).to eq [catalogue.__id__] }
      context 'with another port' do
        let(:params) { { 'port' => 81 } }
        it { expect(seen).not_to include(catalogue.__id__) }
      end
    end";
    let files = &[("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)];
    all_pass(files, 3);
}

const FETCH: &str = "require 'net/http'
Puppet::Functions.create_function(:'web::fetch') do
  dispatch(:fetch) { param 'String', :url }
  def fetch(url)
    uri = URI.parse(url)
    request = Net::HTTP::Get.new(uri.to_s)
    request['Accept'] = 'text/plain'
    http = Net::HTTP.new(uri.host, uri.port)
    http.use_ssl = uri.scheme == 'https'
    response = http.start { |connection| connection.request(request) }
    response.is_a?(Net::HTTPSuccess) ? response.body : \"status #{response.code}\"
  rescue Net::OpenTimeout => e
    e.message
  end
end";

#[test]
fn requests_get_the_responses_of_the_example() {
    let spec = "require 'webmock/rspec'
    RSpec.configure { |c| c.raise_errors_for_deprecations! }
    describe 'web::fetch' do
      let(:url) { 'https://a.example.com/list?x=1' }
      it 'a body' do
        stub_request(:get, 'https://a.example.com/list').with(query: { x: 1 }, headers: { 'Accept' => 'text/plain' }).to_return(body: 'one')
        is_expected.to run.with_params(url).and_return('one')
      end
      it 'a status' do
        stub_request(:any, /example/).to_return(status: 404)
        is_expected.to run.with_params(url).and_return('status 404')
      end
      it 'too late' do
        stub_request(:get, url).to_timeout
        is_expected.to run.with_params(url).and_return('execution expired')
      end
      it 'nothing' do
        stub_request(:post, url).to_return(body: 'one')
        is_expected.to run.with_params(url).and_raise_error(WebMock::NetConnectNotAllowedError)
      end
      it 'by open-uri' do
        stub_request(:get, 'http://a.example.com').to_return(body: 'page')
        expect(URI.open('http://a.example.com/').read).to eq 'page'
      end
    end";
    all_pass(&[("lib/puppet/functions/web/fetch.rb", FETCH), ("spec/functions/fetch_spec.rb", spec)], 5);
}

#[test]
fn functions_that_a_spec_defines_get_their_arguments() {
    let spec = "require 'rspec-puppet-utils'
    describe 'web' do
      context 'with a function of the older API' do
        before { Puppet::Parser::Functions.newfunction(:web_name, type: :rvalue) { |args| \"#{args[0]} of #{lookupvar('facts')['kernel']}\" } }
        let(:facts) { { 'kernel' => 'Linux' } }
        it { is_expected.to contain_notify('a of Linux') }
      end
      context 'with a mock' do
        before { MockFunction.new('web_name') { |f| f.stubs(:call).with(['a']).returns('mocked') } }
        it { is_expected.to contain_notify('mocked') }
      end
      context 'with the one of the module' do
        it { is_expected.to contain_notify('module a') }
      end
    end";
    let function =
        "Puppet::Parser::Functions.newfunction(:web_name, type: :rvalue) { |args| \"module #{args[0]}\" }";
    all_pass(
        &[
            ("manifests/init.pp", "class web { notify { web_name('a'): } }"),
            ("lib/puppet/parser/functions/web_name.rb", function),
            ("spec/classes/web_spec.rb", spec),
        ],
        3,
    );
}
