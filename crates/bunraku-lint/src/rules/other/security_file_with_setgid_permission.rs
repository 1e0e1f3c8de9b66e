//! Files that run with the group of root.

use super::security::{has_bit, resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_file_with_setgid_permission",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A file with the group `root` has the setgid bit.",
    why: "Anyone who runs the file gets the permissions of that group.",
    wrong: "\
file { '/usr/local/bin/backup':
  group => 'root',
  mode  => '2755',
}
",
    right: "\
file { '/usr/local/bin/backup':
  group => 'root',
  mode  => '0755',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["file"]) {
        let of_root = values(body, "group").iter().any(|group| group.value() == "root");
        for mode in values(body, "mode") {
            if of_root && has_bit(mode.value(), '2') || mode.value().contains("+S") {
                findings.report(mode, "setgid file with the group root");
            }
        }
    }
}
