//! World-writable files.

use crate::rule::{Findings, rule};

rule! {
    name: "world_writable_files",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The mode of a file makes it writable for everyone.",
    why: "Any user and any compromised service on the machine can change the file.",
    wrong: "\
file { '/etc/motd':
  mode => '0666',
}
",
    right: "\
file { '/etc/motd':
  mode => '0644',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for mode in file.bodies_of("file").filter_map(|body| body.value("mode")) {
        let is_number = !mode.value().is_empty() && mode.value().bytes().all(|byte| byte.is_ascii_digit());
        if is_number && (mode.value().len() == 1 || mode.value().ends_with(['2', '3', '6', '7'])) {
            findings.report(mode, "world-writable file");
        }
    }
}
