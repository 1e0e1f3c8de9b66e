//! Required parameters after optional ones.

use crate::rule::{Findings, rule};

rule! {
    name: "parameter_order",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A parameter without a default comes after one that has a default.",
    why: "Required parameters are easier to find at the top of the list.",
    wrong: "\
class ntp ($ensure = 'running', $servers) {
}
",
    right: "\
class ntp ($servers, $ensure = 'running') {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    // In a broken file, which parameters have a default is a guess.
    for definition in file.definitions().filter(|_| !file.broken) {
        let mut optional = false;
        for parameter in definition.parameters() {
            if parameter.default().is_some() {
                optional = true;
            } else if let Some(name) = definition.parameter_word(parameter).filter(|_| optional) {
                findings.report(name, "required parameter after an optional one");
            }
        }
    }
}
