//! `case` without a `default`.

use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Case, View};

use crate::rule::{Findings, rule};

rule! {
    name: "case_without_default",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A `case` has no `default`.",
    why: "An unexpected value is silently ignored. A `default` can fail, or make it clear that nothing needs to be \
     done.",
    wrong: "\
case $facts['os']['family'] {
  'Debian': { include apt }
}
",
    right: "\
case $facts['os']['family'] {
  'Debian': { include apt }
  default: { fail('only Debian is supported') }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for case in file.nodes(NodeKind::Case).filter_map(Case::cast) {
        let mut values = case.options().flat_map(|option| option.values());
        if values.any(|value| value.kind() == NodeKind::Default) {
            continue;
        }
        if let Some(keyword) = file.word_at(case.range().start) {
            findings.report(keyword, "`case` without a `default`");
        }
    }
}
