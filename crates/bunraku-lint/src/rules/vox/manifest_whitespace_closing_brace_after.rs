//! Spaces after a closing brace.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_brace_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `}` is followed by a space where there should be none, or the space is missing.",
    why: "Punctuation such as commas and brackets directly follows a brace; words follow after a space.",
    wrong: "\
notice([{ 'a' => 1 } ])
",
    right: "\
notice([{ 'a' => 1 }])
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::after_closing(findings, Kind::RBrace, "unexpected or missing space after `}`");
}
