//! Chains that point backwards.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "right_to_left_relationship",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A chain is written from right to left, with `<-`.",
    why: "People read from left to right, and expect the first resource to be applied first.",
    wrong: "\
Service['ntp'] <- Package['ntp']
",
    right: "\
Package['ntp'] -> Service['ntp']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for arrow in findings.words().of_kind(Kind::OutEdge) {
        findings.report(arrow, "chain from right to left");
    }
}
