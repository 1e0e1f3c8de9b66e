//! Capitals in the names of variables.

use crate::rule::{Findings, rule};
use crate::rules::core;

rule! {
    name: "variable_contains_upcase",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "The name of a variable has a uppercase letter in it, as `variable_is_lowercase` reports.",
    why: "Names of variables are written in lower case. Where other files read the variable they have to change as well.",
    wrong: "\
$logDir = '/var/log'
",
    right: "\
$logdir = '/var/log'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().variables() {
        if core::has_capital(variable) {
            let name = variable.value().split('[').next().unwrap_or("");
            let rest = variable.value().get(name.len()..).unwrap_or("");
            let edit = (variable.value_range(), format!("{}{rest}", name.to_lowercase()));
            findings
                .report(variable, format!("uppercase letter in `${name}`"))
                .fix("write it in lower case", [edit]);
        }
    }
}
