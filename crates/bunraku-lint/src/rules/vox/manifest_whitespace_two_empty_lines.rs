//! Consecutive empty lines.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_two_empty_lines",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "There are two or more consecutive empty lines.",
    why: "One empty line is enough.",
    wrong: "\
$a = 1


$b = 2
",
    right: "\
$a = 1

$b = 2
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let mut newlines = 0;
    for word in findings.words().iter() {
        match word.kind() {
            Kind::Newline => {
                newlines += 1;
                if newlines > 2 {
                    findings.report(word, "second empty line").fix("remove it", [(word.range(), "")]);
                }
            }
            Kind::Blank | Kind::Indent => {}
            _ => newlines = 0,
        }
    }
}
