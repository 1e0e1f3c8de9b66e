//! Uppercase letters in the names of variables.

use crate::rule::{Findings, rule};

rule! {
    name: "variable_is_lowercase",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "The name of a variable contains an uppercase letter.",
    why: "Variable names are lowercase, with `_` between words; for parameters, Puppet requires it.",
    wrong: "\
$logDir = '/var/log'
",
    right: "\
$log_dir = '/var/log'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().variables() {
        if super::has_capital(variable) {
            findings.report(variable, format!("uppercase letter in the variable `${}`", variable.value()));
        }
    }
}
