//! Blanks after a closing bracket.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_bracket_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `]` is followed by a blank and a sign that needs none, or by something else that needs one.",
    why: "Signs such as commas and brackets stand right after a bracket, words after a blank.",
    wrong: "\
notice([1, 2] , 3)
",
    right: "\
notice([1, 2], 3)
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::after_closing(findings, Kind::RBrack, "a blank or the lack of one after `]`");
}
