//! Spaces at the end of a line.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "trailing_whitespace",
    severity: Error,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A line ends with spaces.",
    why: "They are invisible, but show up in diffs.",
    wrong: "\
class ntp { \n\
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for blank in findings.words().iter().filter(|word| word.is_any(&[Kind::Indent, Kind::Blank])) {
        if blank.next().is_none_or(|next| next.is(Kind::Newline)) {
            findings.report(blank, "spaces at the end of the line").fix("remove them", [(blank.range(), "")]);
        }
    }
}
