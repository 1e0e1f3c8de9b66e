//! Spaces between a built-in type and its bracket.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "resource_reference_chain_without_whitespace",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "There is a space between a built-in type, such as `Class`, and the bracket after it.",
    why: "With a space, they are two separate things: a type and an array.",
    wrong: "\
$apt = Class ['apt']
",
    right: "\
$apt = Class['apt']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::blank_before_bracket(findings, Kind::Type);
}
