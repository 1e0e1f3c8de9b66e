//! Lookups in classes.

use crate::rule::{Findings, rule};

rule! {
    name: "lookup_in_class",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A class that is not a profile calls `lookup` in its body.",
    why: "A class should get its data through its parameters.",
    wrong: "\
class ntp {
  $a = lookup('a')
}
",
    right: "\
class ntp ($a) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for place in
        super::lookups(findings.file).into_iter().filter(|place| !place.in_profile && !place.in_parameters)
    {
        findings.report(place.argument, "`lookup` should not be called here");
    }
}
