//! Chaining arrows at the end of a line.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "arrow_on_right_operand_line",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A chaining arrow is at the end of a line instead of at the start of the next one.",
    why: "An arrow at the start of a line shows that the line continues a chain, and lines can be added and \
     removed one by one.",
    wrong: "\
Package['ntp'] ->
Service['ntp']
",
    right: "\
Package['ntp']
-> Service['ntp']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for arrow in findings.words().iter().filter(|word| word.is_any(&[Kind::InEdge, Kind::InEdgeSub])) {
        let Some(right) = arrow.next_code().filter(|right| right.line() != arrow.line()) else { continue };
        let message = format!("`{}` belongs at the start of the next line", arrow.text());
        let edits = [
            (around(arrow), String::new()),
            (TextRange::at(right.range().start), format!("{} ", arrow.text())),
        ];
        findings.report(arrow, message).fix("move the arrow to the next line", edits);
    }
}

/// The arrow with the blanks that would be left over without it.
fn around(arrow: Word<'_>) -> TextRange {
    let mut range = arrow.range();
    if let Some(blank) = arrow.previous().filter(|word| word.is(Kind::Blank)) {
        range = range.cover(blank.range());
    }
    let blank = arrow.next().filter(|word| word.is(Kind::Blank));
    if let Some(blank) = blank.filter(|blank| blank.next().is_none_or(|word| word.is(Kind::Newline))) {
        range = range.cover(blank.range());
    }
    range
}
