//! Coverage of a module: counted by hand for a small one, and checked by an invariant.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::world::MemoryWorld;
use bunraku_rspec::{FileRun, Options, Suite, coverage};
use expect_test::expect;

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

const MANIFEST: &str = "\
# A service.
class web (
  Integer $port = 80,
  Boolean $tls = false,
) {
  if $tls {
    $scheme = 'https'
    file { '/etc/web.key':
      mode => '0600',
    }
  } else {
    $scheme = web::scheme($port)
  }
  file { '/etc/web.conf':
    content => epp('web/web.conf.epp', { 'scheme' => $scheme, 'port' => $port }),
  }
  service { 'web':
    ensure => running,
    start  => template('web/web.erb'),
  }
  case $port {
    80: { notify { 'usual': } }
    default: { notify { 'unusual': } }
  }
}
";

const FUNCTION: &str = "function web::scheme($port) {\n  if $port == 443 {\n    notice('tls')\n    'https'\n  } else {\n    'http'\n  }\n}\n";

const TEMPLATE: &str =
    "<%- | $scheme, $port | -%>\n<% if $port == 1 { -%>\none <%= $port %>\n<% } -%>\nurl <%= $scheme %>\n";

const ERB: &str = "<%# what it is -%>\nname <%= @port %>\n<% if @port == 1 -%>\none\n\n<%= 'more' %>\n<% else -%>\nother\n<% end -%>\nend\n";

const SPEC: &str = "\
require 'spec_helper'
describe 'web' do
  it { is_expected.to compile }
  it { is_expected.to contain_file('/etc/web.conf').with_content(/url http/) }
  it { is_expected.to contain_notify('usual') }
end
";

fn reached(manifest: &str) -> (Vec<FileRun>, coverage::Report) {
    reached_with(manifest, ERB, TEMPLATE)
}

fn reached_with(manifest: &str, erb: &str, epp: &str) -> (Vec<FileRun>, coverage::Report) {
    let world = MemoryWorld::new()
        .with("/web/metadata.json", METADATA)
        .with("/web/manifests/init.pp", manifest)
        .with("/web/functions/scheme.pp", FUNCTION)
        .with("/web/templates/web.conf.epp", epp)
        .with("/web/templates/web.erb", erb)
        .with("/web/spec/spec_helper.rb", "require 'puppetlabs_spec_helper/module_spec_helper'\n")
        .with("/web/spec/classes/web_spec.rb", SPEC);
    let options = Options { coverage: true, ..Options::default() };
    let suite = Suite::open(Arc::new(world), Path::new("/web"), options).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let report = suite.coverage().expect("it was asked for");
    (runs, report)
}

#[test]
fn a_small_module_counted_by_hand() {
    let (runs, report) = reached(MANIFEST);
    assert!(runs.iter().all(FileRun::is_fine), "{runs:?}");
    // What `--watch` knows of them.
    let read = ["functions/scheme.pp", "manifests/init.pp", "templates/web.conf.epp", "templates/web.erb"];
    assert_eq!(runs.iter().flat_map(|run| &run.read).collect::<Vec<_>>(), read);
    expect![[r#"

        Coverage
          resources   50.00%  (2 of 4)
          lines       66.67%  (14 of 21)
          branches    42.86%  (3 of 7)
          conditions  50.00%  (3 of 6)

        Resources that no example checks:
          Class[Web]
          Service[web]

        Code that no example runs:
          manifests/init.pp: lines 7-8, 23; branches of 6, 21; never true on 6
          functions/scheme.pp: lines 3; branches of 2; never true on 2
          templates/web.conf.epp: lines 3; branches of 2; never true on 2
          templates/web.erb: lines 4, 6
    "#]]
    .assert_eq(&coverage::text(&report));
}

#[test]
fn other_tools_can_read_it() {
    let (_, report) = reached(MANIFEST);
    let lcov = coverage::lcov(&report);
    assert!(
        lcov.contains("SF:manifests/init.pp\n") && lcov.contains("\nDA:8,0\n") && lcov.contains("\nDA:6,1\n"),
        "{lcov}"
    );
    let xml = coverage::cobertura(&report);
    assert!(
        xml.contains("<line number=\"6\" hits=\"1\" branch=\"true\" condition-coverage=\"50% (1/2)\"/>"),
        "{xml}"
    );
    let html = coverage::html(&report);
    assert!(
        html.contains("<span class=\"not\"><b>   8</b>     file { &quot;")
            || html.contains("<span class=\"not\"><b>   8</b>"),
        "{html}"
    );
}

/// Code that never ran cannot matter: whatever is there instead, the suite still passes.
#[test]
fn lines_that_did_not_run_may_be_anything() {
    let (_, report) = reached(MANIFEST);
    let init = report.files.iter().find(|file| file.path == "manifests/init.pp").expect("the manifest");
    let idle: Vec<u32> =
        init.coverage.lines.iter().filter(|(_, ran)| !**ran).map(|(line, _)| *line).collect();
    assert!(!idle.is_empty());
    for line in idle {
        let broken: Vec<String> = (1..)
            .zip(MANIFEST.lines())
            .map(|(number, text)| match number == line {
                // The rest of the line stays, so that brackets match.
                true => text
                    .replacen("notify", "fail('it ran') notify", 1)
                    .replacen("file", "fail('it ran') file", 1)
                    .replacen("$scheme = 'https'", "$scheme = fail('it ran')", 1),
                false => text.to_owned(),
            })
            .collect();
        let broken = broken.join("\n");
        assert_ne!(broken.trim_end(), MANIFEST.trim_end(), "line {line} was changed");
        let (runs, _) = reached(&broken);
        assert!(runs.iter().all(FileRun::is_fine), "line {line}: {runs:?}");
    }
    // Code that ran does matter.
    let (runs, _) = reached(&MANIFEST.replace("  service {", "  fail('it ran')\n  service {"));
    assert!(!runs.iter().all(FileRun::is_fine));
}

#[test]
fn lines_of_templates_that_did_not_run_may_be_anything() {
    let (_, report) = reached(MANIFEST);
    let erb = report.files.iter().find(|file| file.path == "templates/web.erb").expect("the template");
    let broken_at = |line: u32| -> String {
        let text = (1..).zip(ERB.lines());
        text.map(
            |(number, text)| {
                if number == line { "<% raise 'it ran' %>\n".to_owned() } else { format!("{text}\n") }
            },
        )
        .collect()
    };
    for (line, ran) in &erb.coverage.lines {
        let (runs, _) = reached_with(MANIFEST, &broken_at(*line), TEMPLATE);
        assert_eq!(runs.iter().all(FileRun::is_fine), !ran, "line {line}: {runs:?}");
    }
}

#[test]
fn text_of_epp_templates_that_was_not_written_may_be_anything() {
    let (_, report) = reached(MANIFEST);
    let epp = report.files.iter().find(|file| file.path.ends_with(".epp")).expect("the template");
    assert_eq!(epp.coverage.lines.keys().copied().collect::<Vec<_>>(), [2, 3, 5]);
    let broken_at = |line: u32| -> String {
        let text = (1..).zip(TEMPLATE.lines());
        text.map(
            |(number, text)| {
                if number == line { "<% fail('it ran') %>\n".to_owned() } else { format!("{text}\n") }
            },
        )
        .collect()
    };
    for (line, ran) in epp.coverage.lines.iter().filter(|(line, _)| **line != 2) {
        let (runs, _) = reached_with(MANIFEST, ERB, &broken_at(*line));
        assert_eq!(runs.iter().all(FileRun::is_fine), !ran, "line {line}: {runs:?}");
    }
}

/// The branches of a manifest whose values are literals and variables: exactly those that were not taken may be anything.
#[test]
fn branches_that_were_not_taken_may_be_anything() {
    let options = ["'one'", "'two'", "$x", "'four'", "'five'", "'six'", "'seven'", "'eight'"];
    let manifest = |changed: Option<usize>| {
        let option = |at: usize| if changed == Some(at) { "fail('it ran')" } else { options[at] };
        format!(
            "class web {{\n  $x = 1\n  $a = if $x == 1 {{ {} }} else {{ {} }}\n  $b = $x ? {{ 1 => {}, 2 => {}, default => {} }}\n  $c = case $x {{ 2: {{ {} }} 3: {{ {} }} default: {{ {} }} }}\n}}\n",
            option(0),
            option(1),
            option(2),
            option(3),
            option(4),
            option(5),
            option(6),
            option(7)
        )
    };
    let spec = "describe('web') { it { is_expected.to compile } }\n";
    let run = |manifest: &str| {
        let world = MemoryWorld::new()
            .with("/web/metadata.json", METADATA)
            .with("/web/manifests/init.pp", manifest)
            .with("/web/spec/classes/web_spec.rb", spec);
        let options = Options { coverage: true, ..Options::default() };
        let suite = Suite::open(Arc::new(world), Path::new("/web"), options).unwrap();
        let fine = suite.find(&[]).unwrap().iter().all(|file| suite.run(file).is_fine());
        (fine, suite.coverage().expect("it was asked for"))
    };
    let (fine, report) = run(&manifest(None));
    assert!(fine);
    let ran: Vec<bool> = report.files[0].coverage.branches.iter().map(|branch| branch.ran).collect();
    assert_eq!(ran, [true, false, true, false, false, false, false, true]);
    for (at, ran) in ran.iter().enumerate() {
        assert_eq!(run(&manifest(Some(at))).0, !ran, "branch {at}");
    }
}
