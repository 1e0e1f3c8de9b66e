//! Spaces after an opening brace.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "manifest_whitespace_opening_brace_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `{` is not followed by exactly one space or line break.",
    why: "Braces on one line have a space inside them, unless they are empty; the line after an opening brace is \
     not empty.",
    wrong: "\
class ntp {

  include ntp::service
}
",
    right: "\
class ntp {
  include ntp::service
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for brace in findings.words().of_kind(Kind::LBrace) {
        let Some(next) = brace.next().filter(|next| !next.is_single_blank()) else { continue };
        let place = match next.kind() {
            Kind::RBrace | Kind::LBrack | Kind::LBrace => None,
            Kind::Newline => next.next().filter(|second| second.is(Kind::Newline)),
            _ => Some(next),
        };
        let Some(place) = place else { continue };
        findings
            .report(place, "expected one space or line break after `{`")
            .fix("use exactly one", [edit(place)]);
    }
}

fn edit(place: Word<'_>) -> (TextRange, &'static str) {
    match place.kind() {
        Kind::Blank if place.next().is_some_and(|next| next.is(Kind::Newline)) => (place.range(), ""),
        Kind::Blank => (place.range(), " "),
        Kind::Newline => {
            let last = place.after().take_while(|word| word.is(Kind::Newline)).last().unwrap_or(place);
            (place.range().cover(last.range()), "")
        }
        _ => (TextRange::at(place.range().start), " "),
    }
}
