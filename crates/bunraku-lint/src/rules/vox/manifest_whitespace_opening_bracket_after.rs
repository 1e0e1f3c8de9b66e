//! Spaces after an opening bracket.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_opening_bracket_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `[` is followed by spaces or an empty line.",
    why: "Brackets on one line have no spaces inside them; the line after an opening bracket is not empty.",
    wrong: "\
$servers = [ 'a', 'b']
",
    right: "\
$servers = ['a', 'b']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for bracket in findings.words().of_kind(Kind::LBrack) {
        let Some(next) = bracket.next().filter(|next| next.kind().is_space()) else { continue };
        let place = match next.kind() {
            Kind::Newline => next.next().filter(|second| second.is(Kind::Newline)),
            _ => Some(next),
        };
        let Some(place) = place else { continue };
        let end = match place.kind() {
            Kind::Newline => place.after().take_while(|word| word.is(Kind::Newline)).last().unwrap_or(place),
            _ => place,
        };
        let edit = (TextRange::new(place.range().start, end.range().end), "");
        findings.report(place, "spaces or an empty line after `[`").fix("remove them", [edit]);
    }
}
