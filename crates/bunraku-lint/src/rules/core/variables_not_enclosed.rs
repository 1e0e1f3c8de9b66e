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
        findings.report(variable, "variable without braces in a string").fix("write braces", [edit]);
    }
}
