//! Files that everybody may read and write.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_file_with_world_permissions",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The mode of a file gives everyone full access: 666, 777, or the symbolic equivalent.",
    why: "Any user and any compromised service on the machine can change the file.",
    wrong: "\
file { '/srv/data':
  mode => '0777',
}
",
    right: "\
file { '/srv/data':
  mode => '0755',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["file"]) {
        for mode in values(body, "mode") {
            if everybody(mode.value()) {
                findings.report(mode, "file is accessible to everyone");
            }
        }
    }
}

/// Whether a mode grants all permissions to the owner, the group and all others.
fn everybody(mode: &str) -> bool {
    let digits = mode.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.is_empty() {
        let last = mode.get(mode.len().saturating_sub(3)..).unwrap_or("");
        return matches!(last, "666" | "777") && mode.len() <= 4;
    }
    let mut given = String::new();
    for part in mode.split(',') {
        match part.split_once('=') {
            Some((who, "rw" | "rwx")) if who.chars().all(|c| "augo".contains(c)) => {
                given.push_str(if who.is_empty() { "a" } else { who });
            }
            _ => return false,
        }
    }
    given.contains('a') || ['u', 'g', 'o'].into_iter().all(|who| given.contains(who))
}
