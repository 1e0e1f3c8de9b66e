//! More or less than one space before an arrow.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "space_before_arrow",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "In a resource whose arrows are all on one line, a `=>` is not preceded by exactly one space.",
    why: "There is nothing to align, so one space is enough.",
    wrong: "\
file { '/etc/motd':
  ensure   => file,
}
",
    right: "\
file { '/etc/motd':
  ensure => file,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies() {
        let arrows = body.words().filter(|word| word.is(Kind::Arrow));
        let (first, last) = (arrows.clone().next(), body.words().rev().find(|word| word.is(Kind::Arrow)));
        if first.map(Word::line) != last.map(Word::line) {
            continue;
        }
        for arrow in arrows {
            let Some(before) = arrow.previous().filter(|before| before.value() != " ") else { continue };
            let edits = match before.kind() {
                Kind::Blank => Some((before.range(), " ")),
                Kind::Newline | Kind::Indent => None,
                _ => Some((bunraku_diag::TextRange::at(arrow.range().start), " ")),
            };
            findings.report(before, "expected one space before `=>`").fix("use one space", edits);
        }
    }
}
