//! Variables in single-quoted strings, which are not interpolated.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "single_quote_string_with_variables",
    severity: Error,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A single-quoted string contains `${`. Inline templates are exempt.",
    why: "Single-quoted strings are not interpolated, so the variable is not replaced.",
    wrong: "\
notice('hello ${who}')
",
    right: "\
notice(\"hello ${who}\")
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for string in findings.words().of_kind(Kind::Single).filter(|string| string.value().contains("${")) {
        let function = string.previous().and_then(Word::previous).map_or("", Word::value);
        if !function.contains("inline_epp") && !function.contains("inline_template") {
            findings.report(string, "variable in single quotes");
        }
    }
}
