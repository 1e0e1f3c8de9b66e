//! Classes that inherit their defaults.

use crate::rule::{Findings, rule};

rule! {
    name: "class_inherits_from_params_class",
    severity: Warning,
    enabled: false,
    set: Core,
    repair: None,
    reports: "A class inherits from a class that is called `params`.",
    why: "Module data can hold the defaults, without a class and without inheritance.",
    wrong: "\
class ntp inherits ntp::params {
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let parents = file.definitions().filter_map(|definition| definition.parent);
    for parent in parents.filter(|parent| parent.value().ends_with("::params")) {
        findings.report(parent, "the class inherits from a `params` class");
    }
}
