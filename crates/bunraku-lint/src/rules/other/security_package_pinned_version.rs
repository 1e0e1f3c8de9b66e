//! Packages pinned to a version.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_package_pinned_version",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The `ensure` of a `package` is a version.",
    why: "Security updates are not installed.",
    wrong: "\
package { 'openssl':
  ensure => '1.0.1',
}
",
    right: "\
package { 'openssl':
  ensure => installed,
}
",
}

/// States of a package that are not versions.
const STATES: &[&str] = &["latest", "purged", "installed", "present", "absent", "held"];

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["package"]) {
        for state in values(body, "ensure").into_iter().filter(|state| !STATES.contains(&state.value())) {
            findings.report(state, "package pinned to a version");
        }
    }
}
