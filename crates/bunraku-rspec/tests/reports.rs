//! What is said of a run: the reports, the lines of manifests in failures, and a run that is stopped.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Suite, report};
use expect_test::expect;

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

fn suite(files: &[(&str, &str)]) -> Suite {
    let mut world = MemoryWorld::new().with("/m/metadata.json", METADATA);
    for (path, text) in files {
        world = world.with(format!("/m/{path}"), *text);
    }
    Suite::open(Arc::new(world), Path::new("/m"), Options::default()).unwrap()
}

fn run(suite: &Suite) -> Vec<FileRun> {
    suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect()
}

#[test]
fn reports() {
    let spec = "describe 'a' do\n  it('one') { }\n  it('two') { expect(1).to eq 2 }\n  it('three') { skip 'no' }\nend";
    let runs = run(&suite(&[("spec/unit/a_spec.rb", spec)]));
    assert_eq!(report::progress(&runs[0]), ".F*");
    assert_eq!(report::documentation(&runs[0], 0), "\na\n  one\n  two (FAILED - 1)\n  three (PENDING: no)\n");
    let failures = report::failures(&runs);
    assert!(
        failures.contains("  1) a two\n     Failure/Error: it('two') { expect(1).to eq 2 }\n"),
        "{failures}"
    );
    assert!(failures.contains("bunraku test ./spec/unit/a_spec.rb:3 # a two"), "{failures}");
    let took = std::time::Duration::from_secs(1);
    assert_eq!(
        report::Totals::of(&runs).text(took),
        "Finished in 1.00 seconds\n3 examples, 1 failure, 1 pending\n"
    );
    let json = report::json(&runs, took, None);
    assert!(json.contains(r#""full_description":"a two","status":"failed","file_path":"./spec/unit/a_spec.rb","line_number":3"#), "{json}");
    assert!(json.ends_with("\"summary_line\":\"3 examples, 1 failure, 1 pending\"}\n"), "{json}");
    let junit = report::junit(&runs, took);
    assert!(junit.contains("tests=\"3\" skipped=\"1\" failures=\"1\" errors=\"0\""), "{junit}");
    assert!(junit.contains("<testcase classname=\"spec.unit.a_spec\" name=\"a two\""), "{junit}");
    let github = report::github(&runs, Path::new("modules/m"));
    let place = "::error file=modules/m/spec/unit/a_spec.rb,line=3,title=a two::";
    assert!(github.starts_with(place) && github.matches("::error").count() == 1, "{github}");
    assert!(report::github(&runs, Path::new(".")).contains(" file=spec/unit/a_spec.rb,"));
    let profile = report::profile(&runs, 2);
    assert!(profile.starts_with("\nTop 2 slowest examples ("), "{profile}");
    assert_eq!(profile.matches(" seconds ./spec/unit/a_spec.rb:").count(), 2, "{profile}");
    assert_eq!(report::profile(&[], 2), "");
}

#[test]
fn failures_show_the_lines_of_manifests() {
    let manifest = "class web (Integer $port = 80) {\n  file { '/etc/web':\n    ensure  => file,\n    content => \"port ${port}\",\n  }\n}\n";
    let spec = "describe 'web' do
  it { is_expected.to contain_file('/etc/web').with_content('port 81') }
  it { is_expected.to contain_file('/etc/web').without_ensure.that_requires('Class[Web]') }
  context 'wrong' do
    let(:params) { { port: 'x' } }
    it { is_expected.to compile }
  end
  context 'broken' do
    let(:pre_condition) { 'fail(\"no\")' }
    it { is_expected.to compile }
  end
end";
    let files = [("manifests/init.pp", manifest), ("spec/classes/web_spec.rb", spec)];
    let runs = run(&suite(&files));
    let messages: Vec<&str> = runs
        .iter()
        .flat_map(FileRun::examples)
        .flat_map(|example| &example.failures)
        .map(|failure| failure.message.as_str())
        .collect();
    expect![[r#"
        expected that the catalogue would contain File[/etc/web] with content set to supplied string
        File[/etc/web] is declared at manifests/init.pp:2:
          file { '/etc/web':
        content is set at manifests/init.pp:4:
          content => "port ${port}",
        --
        expected that the catalogue would contain File[/etc/web] with ensure undefined but it is set to "file", and parameter that requires Class[Web]
        File[/etc/web] is declared at manifests/init.pp:2:
          file { '/etc/web':
        ensure is set at manifests/init.pp:3:
          ensure  => file,
        --
        error during compilation: `Class['web']`: parameter 'port' expects an Integer value, got String (line: 1, column: 24) on node foo.example.com
        at line 1 of the manifest that the example compiles:
          class { 'web': port => "x" }
        --
        error during compilation: no (line: 1, column: 1) on node foo.example.com
        at line 1 of the manifest that the example compiles:
          fail("no")"#]].assert_eq(&messages.join("\n--\n"));
}

#[test]
fn a_run_that_is_stopped_begins_nothing_else() {
    let spec = "describe 'a' do\n  it('one') { }\nend";
    let suite = suite(&[("spec/unit/a_spec.rb", spec)]);
    let files = suite.find(&[]).unwrap();
    assert!(!suite.run(&files[0]).stopped);
    suite.stop();
    let run = suite.run(&files[0]);
    assert!(run.stopped && run.is_fine() && run.events.is_empty(), "{run:?}");
}
