//! `+=`.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "appends",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A variable is changed with `+=`.",
    why: "Puppet 4 and later reject it.",
    wrong: "\
$a += [1]
",
    right: "\
$a = $b + [1]
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for operator in findings.words().of_kind(Kind::Appends) {
        findings.report(operator, "`+=` was removed from the language");
    }
}
