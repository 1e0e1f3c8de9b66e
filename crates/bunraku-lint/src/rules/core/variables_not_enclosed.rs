//! Variables in strings without braces.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "variables_not_enclosed",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A variable in a string has no braces around its name.",
    why: "Braces show where the name ends. Without them, an index such as `[0]` after the name is not part of the \
     expression.",
    wrong: "\
notice(\"hello $who\")
",
    right: "\
notice(\"hello ${who}\")
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().of_kind(Kind::BareVariable) {
        let edit = (variable.range(), format!("${{{}}}", variable.value()));
        let edits = is_name(variable.value()).then_some(edit);
        findings.report(variable, "variable without braces in a string").fix("write braces", edits);
    }
}

/// Whether a word between braces is the name of a variable. `$Name`, `$true` and `$1a`, which Puppet refuses, would become
/// a type, a Boolean and an illegal number.
fn is_name(word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_segment =
        |segment: &str| segment.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    let plain = word.strip_prefix("::").unwrap_or(word);
    is_number || !matches!(word, "true" | "false") && plain.split("::").all(is_segment)
}
