//! Calls of `hiera`.

use crate::rule::{Findings, rule};

rule! {
    name: "no_hiera",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The function `hiera` is called.",
    why: "It is deprecated; use `lookup` instead.",
    wrong: "\
$a = hiera('a')
",
    right: "\
$a = lookup('a')
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for (_, argument) in super::calls(findings.words(), &["hiera"]) {
        findings.report(argument, "`hiera` was replaced by `lookup`");
    }
}
