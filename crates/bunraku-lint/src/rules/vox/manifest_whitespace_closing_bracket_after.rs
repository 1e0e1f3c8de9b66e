//! Spaces after a closing bracket.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_bracket_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `]` is followed by a space where there should be none, or the space is missing.",
    why: "Punctuation such as commas and brackets directly follows a bracket; words follow after a space.",
    wrong: "\
notice([1, 2] , 3)
",
    right: "\
notice([1, 2], 3)
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::after_closing(findings, Kind::RBrack, "unexpected or missing space after `]`");
}
