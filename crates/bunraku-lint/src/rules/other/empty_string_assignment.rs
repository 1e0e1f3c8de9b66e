//! Variables that are set to an empty string.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "empty_string_assignment",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: Unsafe,
    reports: "A variable or the default of a parameter is `''`.",
    why: "An empty string is true since Puppet 4; `undef` makes it clear that no value is set.",
    wrong: "\
$proxy = ''
",
    right: "\
$proxy = undef
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for string in findings.words().of_kind(Kind::Single).filter(|string| string.value().is_empty()) {
        if string.previous_code().is_some_and(|before| before.is(Kind::Equals)) {
            findings
                .report(string, "variable set to an empty string")
                .fix("write `undef`", [(string.range(), "undef")]);
        }
    }
}
