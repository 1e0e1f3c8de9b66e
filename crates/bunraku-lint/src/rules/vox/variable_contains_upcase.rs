//! Uppercase letters in the names of variables.

use crate::rule::{Findings, rule};
use crate::rules::core;

rule! {
    name: "variable_contains_upcase",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "The name of a variable contains an uppercase letter. Same as `variable_is_lowercase`.",
    why: "Variable names are lowercase. Other files that use the variable must be changed as well.",
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
                .fix("convert it to lowercase", [edit]);
        }
    }
}
