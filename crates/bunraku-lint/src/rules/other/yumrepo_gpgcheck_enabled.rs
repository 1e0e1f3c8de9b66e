//! Repositories whose packages are not checked.

use crate::rule::{Findings, rule};

rule! {
    name: "yumrepo_gpgcheck_enabled",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `yumrepo` does not set `gpgcheck`, or turns it off.",
    why: "Without it, unsigned packages are installed.",
    wrong: "\
yumrepo { 'a':
  gpgcheck => 0,
}
",
    right: "\
yumrepo { 'a':
  gpgcheck => 1,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("yumrepo") {
        match body.value("gpgcheck") {
            None => {
                findings.report(body.resource_type, "repository without `gpgcheck`");
            }
            Some(value) if !matches!(value.value(), "true" | "1" | "yes") => {
                findings.report(value, "repository without package signature checks");
            }
            Some(_) => {}
        }
    }
}
