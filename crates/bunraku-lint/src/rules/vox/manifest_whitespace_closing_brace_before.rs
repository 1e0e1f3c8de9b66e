//! Spaces before a closing brace.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_brace_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `}` is not preceded by exactly one space or line break.",
    why: "Braces on one line have a space inside them, unless they are empty; otherwise the closing brace is on \
     its own line, without an empty line before it.",
    wrong: "\
$limits = { 'soft' => 1024}
",
    right: "\
$limits = { 'soft' => 1024 }
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for brace in findings.words().of_kind(Kind::RBrace) {
        let (Some(before), Some(solid)) = (brace.previous(), brace.previous_solid()) else { continue };
        let distance = brace.index() - solid.index();
        let fine = match before.kind() {
            Kind::LBrace => true,
            Kind::Indent => distance == 3,
            Kind::Newline => distance == 2,
            _ => before.is_single_blank() && distance == 2 && !solid.is(Kind::LBrace),
        };
        let Some(place) = solid.next().filter(|_| !fine) else { continue };
        let inside = if solid.is(Kind::LBrace) { "" } else { " " };
        let edit = super::closed_gap(solid, brace, inside);
        findings.report(place, "expected one space or line break before `}`").fix("use exactly one", [edit]);
    }
}
