//! Lists without a trailing comma.

use std::collections::BTreeSet;

use bunraku_diag::TextRange;
use bunraku_syntax::ast::{Array, Hash, ResourceDefaults, View};

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "trailing_comma",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "The last element of a multi-line list has no trailing comma.",
    why: "With a trailing comma, lines can be added, removed and moved without changing others.",
    wrong: "\
file { '/etc/motd':
  mode => '0644'
}
",
    right: "\
file { '/etc/motd':
  mode => '0644',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let mut places: BTreeSet<u32> = BTreeSet::new();
    let bodies = file.bodies().filter(|body| !body.end.is(Kind::Semicolon));
    places.extend(bodies.filter_map(|body| missing(body.end, Kind::Colon)));
    for node in file.root().descendants() {
        let Some(end) = node.range().end.checked_sub(1).and_then(|end| file.word_at(end)) else { continue };
        let before = || file.word_at(node.range().start).and_then(Word::previous_code);
        if Array::cast(node).is_some() {
            places.extend(missing(end, Kind::LBrack));
        } else if Hash::cast(node).is_some() {
            let opens = &[Kind::Equals, Kind::IsEqual, Kind::Arrow, Kind::LParen];
            if before().is_some_and(|word| word.is_any(opens)) {
                places.extend(missing(end, Kind::LBrace));
            }
        } else if ResourceDefaults::cast(node).is_some() && before().is_some() {
            places.extend(missing(end, Kind::LBrace));
        }
    }
    for newline in places.into_iter().filter_map(|index| file.words.get(index)) {
        let edit = (TextRange::at(newline.range().start), ",");
        findings.report(newline, "missing comma after the last element").fix("write one", [edit]);
    }
}

/// The end of the line where a comma is missing before the end of a list.
fn missing(end: Word<'_>, open: Kind) -> Option<u32> {
    let mut last = end.previous_code()?;
    if last.is_any(&[Kind::Heredoc, Kind::HeredocEnd]) {
        // The comma belongs after the tag, above the text.
        last = std::iter::successors(Some(last), |word| word.previous_code())
            .find(|word| word.is(Kind::HeredocTag))?;
    }
    let newline = last.next().filter(|next| next.is(Kind::Newline))?;
    (!last.is(open) && !last.is(Kind::Comma)).then_some(newline.index())
}
