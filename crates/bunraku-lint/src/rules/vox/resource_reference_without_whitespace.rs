//! Spaces between a type and its bracket.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "resource_reference_without_whitespace",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "There is a space between the type of a reference and the bracket after it.",
    why: "With a space, they are two separate things: a type and an array.",
    wrong: "\
$motd = File ['/etc/motd']
",
    right: "\
$motd = File['/etc/motd']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::blank_before_bracket(findings, Kind::ClassRef);
}
