//! Empty lines at the end of a file.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "empty_trailing_lines",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameTree,
    reports: "The file ends with an empty line.",
    why: "It serves no purpose.",
    wrong: "\
class ntp {
}

",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    // What ends with code has no empty line at its end.
    let Some(last) = findings.words().iter().next_back().filter(|last| last.kind().is_space()) else {
        return;
    };
    let Some(before) = last.previous().filter(|before| before.kind().is_space()) else { return };
    let solid = last.previous_solid().and_then(Word::next).filter(|first| first.is(Kind::Newline));
    let edit = solid.map(|first| (TextRange::new(first.range().end, last.range().end), ""));
    let line = before.range().start + 1 - before.column();
    let place = TextRange::new(line, before.range().end);
    findings.report(place, "empty line at the end of the file").fix("remove it", edit);
}
