//! Capitals in the names of variables.

use crate::rule::{Findings, rule};

rule! {
    name: "variable_is_lowercase",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "The name of a variable has a uppercase letter in it.",
    why: "Names of variables are written in lower case, with `_` between words; of parameters Puppet demands it.",
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
