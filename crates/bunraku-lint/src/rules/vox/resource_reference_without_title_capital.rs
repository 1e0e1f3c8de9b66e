//! References with types as titles.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "resource_reference_without_title_capital",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "The title in a reference of `require`, `before`, `notify` or `subscribe` is a bare word with an \
     uppercase letter.",
    why: "Without quotes, it is a type instead of a string.",
    wrong: "\
service { 'ntp':
  require => Package[Ntp],
}
",
    right: "\
service { 'ntp':
  require => Package['Ntp'],
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for title in super::first_titles(findings.file).filter(|word| word.is(Kind::ClassRef)) {
        findings.report(title, "type as a title in a reference");
    }
}
