//! Strings of any length.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "missing_string_min_length",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The type `String` has no minimum length.",
    why: "An empty string is rarely a valid value; `String[1]` rejects it.",
    wrong: "\
class ntp (String $pool) {
}
",
    right: "\
class ntp (String[1] $pool) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for name in findings.words().of_kind(Kind::Type).filter(|name| name.value() == "String") {
        let bracket = name.next_code().filter(|next| next.is(Kind::LBrack));
        if !bracket.and_then(|bracket| bracket.next_code()).is_some_and(|length| length.is(Kind::Number)) {
            findings.report(name, "`String` without a minimum length");
        }
    }
}
