//! Commas without a space.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "space_after_comma",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameTree,
    reports: "There is neither a space nor a line end after a comma.",
    why: "A space after a comma makes lists easier to read.",
    wrong: "\
notice(1,2)
",
    right: "\
notice(1, 2)
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for comma in findings.words().of_kind(Kind::Comma) {
        let Some(next) = comma.next() else { continue };
        if !next.is_any(&[Kind::Blank, Kind::Newline, Kind::Semicolon]) {
            let edit = (TextRange::at(comma.range().end), " ");
            findings.report(comma, "no space after a comma").fix("write one", [edit]);
        }
    }
}
