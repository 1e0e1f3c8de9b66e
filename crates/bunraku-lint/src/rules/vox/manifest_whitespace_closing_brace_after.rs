//! Spaces after a closing brace.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_brace_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `}` is followed by a space and punctuation that needs none, or by something else that needs one.",
    why: "Punctuation such as commas and brackets go right after a brace, words after a space.",
    wrong: "\
notice([{ 'a' => 1 } ])
",
    right: "\
notice([{ 'a' => 1 }])
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::after_closing(findings, Kind::RBrace, "a space or the lack of one after `}`");
}
