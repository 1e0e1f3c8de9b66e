//! Titles of resources without quotes.

use bunraku_syntax::ast::{Array, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "unquoted_resource_title",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameMeaning,
    reports: "The title of a resource is a bare word.",
    why: "Titles are strings, and need quotes as soon as they contain a dot or an uppercase letter.",
    wrong: "\
service { ntp:
  ensure => running,
}
",
    right: "\
service { 'ntp':
  ensure => running,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for title in file.bodies().filter_map(|body| body.node().title()) {
        let titles: Vec<Syntax<'_>> = match Array::cast(title) {
            Some(array) => array.elements().collect(),
            None => vec![title],
        };
        for title in titles.iter().filter(|title| matches!(title.kind(), NodeKind::Name | NodeKind::Word)) {
            let edit = (title.range(), format!("'{}'", title.text()));
            findings.report(title.range(), "title without quotes").fix("quote it", [edit]);
        }
    }
}
