//! Files that run as root.

use super::security::{has_bit, resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_file_with_setuid_permission",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A file owned by `root` has the setuid bit.",
    why: "Anyone who runs the file runs it as root, so a bug in it can compromise the machine.",
    wrong: "\
file { '/usr/local/bin/backup':
  owner => 'root',
  mode  => '1755',
}
",
    right: "\
file { '/usr/local/bin/backup':
  owner => 'root',
  mode  => '0755',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["file"]) {
        let of_root = values(body, "owner").iter().any(|owner| owner.value() == "root");
        for mode in values(body, "mode") {
            if of_root && has_bit(mode.value(), '1') || mode.value().contains("+s") {
                findings.report(mode, "setuid file owned by root");
            }
        }
    }
}
