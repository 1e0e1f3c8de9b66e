//! Lookups in the parameters of classes.

use crate::rule::{Findings, rule};

rule! {
    name: "lookup_in_class_params",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The default of a parameter of a class that is not a profile calls `lookup`.",
    why: "Class parameters are looked up automatically.",
    wrong: "\
class ntp ($a = lookup('a')) {
}
",
    right: "\
class ntp ($a) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for place in
        super::lookups(findings.file).into_iter().filter(|place| !place.in_profile && place.in_parameters)
    {
        findings.report(place.argument, "`lookup` should not be called here");
    }
}
