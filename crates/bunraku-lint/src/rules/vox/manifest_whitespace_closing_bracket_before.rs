//! Spaces before a closing bracket.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_closing_bracket_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `]` is preceded by spaces or an empty line.",
    why: "Brackets on one line have no spaces inside them; otherwise the closing bracket is on its own line, \
     without an empty line before it.",
    wrong: "\
$servers = ['a', 'b' ]
",
    right: "\
$servers = ['a', 'b']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for bracket in findings.words().of_kind(Kind::RBrack) {
        let (Some(before), Some(solid)) = (bracket.previous(), bracket.previous_solid()) else { continue };
        let distance = bracket.index() - solid.index();
        let fine = match before.kind() {
            Kind::Indent => distance == 3,
            Kind::Newline => distance == 2,
            Kind::Blank => false,
            _ => true,
        };
        let Some(place) = solid.next().filter(|_| !fine) else { continue };
        let edit = super::closed_gap(solid, bracket, "");
        findings.report(place, "spaces or an empty line before `]`").fix("remove them", [edit]);
    }
}
