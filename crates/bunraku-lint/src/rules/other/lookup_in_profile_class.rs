//! Lookups in the body of profiles.

use crate::rule::{Findings, rule};

rule! {
    name: "lookup_in_profile_class",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A profile calls `lookup` in its body.",
    why: "In parameter defaults, it is easy to see which keys a profile reads.",
    wrong: "\
class profile::ntp {
  $a = lookup('a')
}
",
    right: "\
class profile::ntp ($a = lookup('a')) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for place in
        super::lookups(findings.file).into_iter().filter(|place| place.in_profile && !place.in_parameters)
    {
        findings.report(place.argument, "`lookup` should not be called here");
    }
}
