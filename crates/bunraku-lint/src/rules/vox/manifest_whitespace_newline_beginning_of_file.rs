//! Empty lines at the beginning of a file.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_newline_beginning_of_file",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "The file begins with an empty line.",
    why: "It serves no purpose.",
    wrong: "
class ntp {
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for newline in findings.words().iter().take_while(|word| word.is(Kind::Newline)) {
        findings
            .report(newline, "empty line at the beginning of the file")
            .fix("remove it", [(newline.range(), "")]);
    }
}
