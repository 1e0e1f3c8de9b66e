//! Dashes after variables in strings.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "variable_contains_dash",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A dash follows a variable without braces in a string.",
    why: "It looks like part of the name, as it was in Puppet 2. Outside strings, it is a subtraction.",
    wrong: "\
notice(\"$host-eth0\")
",
    right: "\
notice(\"${host}-eth0\")
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().variables() {
        let inside = variable.is(Kind::Variable) && bare_name(variable.value()).contains('-');
        if inside || (variable.is(Kind::BareVariable) && dash_follows(variable)) {
            findings.report(variable, "dash directly after a variable name");
        }
    }
}

fn dash_follows(variable: Word<'_>) -> bool {
    let rest = variable.next().map_or("", Word::value);
    let part = rest.strip_prefix('-').unwrap_or("");
    part.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// A name without accesses.
fn bare_name(value: &str) -> &str {
    value.split('[').next().unwrap_or(value)
}
