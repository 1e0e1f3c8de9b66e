//! Logging in as root.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_ssh_root_allowed",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The options of the class `ssh` or `ssh::server` enable `PermitRootLogin`.",
    why: "Logins as root cannot be traced to a person.",
    wrong: "\
class { 'ssh::server':
  options => {
    'PermitRootLogin' => 'yes',
  },
}
",
    right: "\
class { 'ssh::server':
  options => {
    'PermitRootLogin' => 'no',
  },
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["ssh", "ssh::server"]) {
        for option in values(body, "PermitRootLogin") {
            if matches!(option.value(), "true" | "1" | "yes") {
                findings.report(option, "root may log in");
            }
        }
    }
}
