//! Empty lines at the end of a file.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_double_newline_end_of_file",
    severity: Error,
    enabled: true,
    set: Vox,
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
    let ends = findings.words().iter().rev().take_while(|word| word.is(Kind::Newline));
    for newline in ends.filter(|word| word.previous().is_some_and(|before| before.is(Kind::Newline))) {
        findings
            .report(newline, "empty line at the end of the file")
            .fix("remove it", [(newline.range(), "")]);
    }
}
