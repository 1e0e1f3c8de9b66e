//! References with bare words.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "resource_reference_with_unquoted_title",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "The title in a reference of `require`, `before`, `notify` or `subscribe` is a bare word.",
    why: "It is a string, so it should be quoted.",
    wrong: "\
service { 'ntp':
  require => Package[ntp],
}
",
    right: "\
service { 'ntp':
  require => Package['ntp'],
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for title in super::first_titles(findings.file).filter(|word| word.is(Kind::Name)) {
        let edit = (title.range(), format!("'{}'", title.text()));
        findings.report(title, "title without quotes in a reference").fix("quote it", [edit]);
    }
}
