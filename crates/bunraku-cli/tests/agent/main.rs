//! The server with a real Puppet agent: it enrols, gets its catalog and files, and sends a report.
//!
//! The agent is the installed `puppet`, or the command in `BUNRAKU_PUPPET`, such as `ruby -I CHECKOUT/lib
//! CHECKOUT/bin/puppet`. If it is missing, root on Debian installs `puppet-agent`; otherwise the tests print why they are skipped.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests write files and start what they test"
)]

mod busy;
mod catalogs;
mod certificates;
mod remote;
mod stage;
mod viewer;

use stage::{Stage, write};

const SITE: &str = "
file { '%OUT%': ensure => directory }
file { '%OUT%/hello': source => 'puppet:///modules/demo/hello' }
file { '%OUT%/tree': ensure => directory, recurse => true, source => 'puppet:///modules/demo/tree' }
file { '%OUT%/fact': content => Sensitive(\"${facts['demo_fact']} ${trusted['certname']} ${trusted['authenticated']}\\n\") }
file { '%OUT%/deferred': content => Deferred('join', [['a', 'b'], '-']) }
";

#[test]
fn the_life_of_an_agent() {
    let modules = "environments/production/modules/demo";
    let Some(stage) = Stage::new(
        "life",
        &[
            ("environments/production/manifests/site.pp", SITE),
            (&format!("{modules}/files/hello"), "hello\n"),
            (&format!("{modules}/files/tree/a"), "a\n"),
            (&format!("{modules}/files/tree/below/b"), "b\n"),
            (
                &format!("{modules}/lib/facter/demo_fact.rb"),
                "Facter.add(:demo_fact) { setcode { 'synced' } }\n",
            ),
            (&format!("{modules}/facts.d/more.txt"), "more=yes\n"),
        ],
        &[],
    ) else {
        return;
    };

    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 2, "the first run changes something\n{said}");
    assert_eq!(stage.out("hello").as_deref(), Some("hello\n"));
    assert_eq!(stage.out("tree/below/b").as_deref(), Some("b\n"));
    assert_eq!(stage.out("fact").as_deref(), Some("synced node.test remote\n"));
    assert_eq!(stage.out("deferred").as_deref(), Some("a-b"));
    assert!(!said.contains("synced node.test"), "what is sensitive is not shown\n{said}");
    let reports = stage.reports_until(|reports| !reports.is_empty());
    assert_eq!(reports.len(), 1, "{said}");
    assert!(reports[0].starts_with("--- !ruby/object:Puppet::Transaction::Report\nhost: node.test\n"));
    assert!(reports[0].contains("\nstatus: changed\n"));

    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 0, "the second run changes nothing\n{said}");

    write(&stage.folder.join("out/hello"), "changed by somebody\n");
    let (status, said) = stage.agent(&["--noop"]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("(noop)"), "{said}");
    assert_eq!(stage.out("hello").as_deref(), Some("changed by somebody\n"));
    let pending =
        |report: &String| report.contains("\nnoop: true\n") && report.contains("\nnoop_pending: true\n");
    stage.reports_until(|reports| reports.iter().any(pending));

    let (status, said) = stage.agent(&["--environment", "missing"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("Environment 'missing' not found on server"), "{said}");
    assert!(said.contains("Could not find a directory environment named 'missing'"), "{said}");

    let site = stage.folder.join("server/environments/production/manifests/site.pp");
    write(&site, "fail('no way')\n");
    stage.reload();
    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("Error 500 on SERVER: Server Error: Evaluation Error: "), "{said}");
    assert!(
        said.contains("no way") && said.contains("site.pp, line: 1, column: 1) on node node.test"),
        "{said}"
    );
    stage.reports_until(|reports| reports.iter().any(|report| report.contains("\nstatus: failed\n")));
}
