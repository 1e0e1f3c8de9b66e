//! Passwordless root privileges for everybody.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_sudo_with_world_nopasswd",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The content of a `sudo::conf` lets everyone use sudo without a password.",
    why: "All users of the machine can become root.",
    wrong: "\
sudo::conf { 'web':
  content => 'ALL ALL=(ALL) NOPASSWD: ALL',
}
",
    right: "\
sudo::conf { 'web':
  content => '%admins ALL=(ALL) ALL',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["sudo::conf"]) {
        for content in values(body, "content") {
            let string = content.value().to_ascii_uppercase();
            if string.starts_with("ALL") && string.contains("NOPASSWD") {
                findings.report(content, "everyone can use sudo without a password");
            }
        }
    }
}
