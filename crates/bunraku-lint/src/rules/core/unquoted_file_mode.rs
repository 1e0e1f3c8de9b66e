//! Modes of files without quotes.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "unquoted_file_mode",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameMeaning,
    reports: "The `mode` of a file has no quotes.",
    why: "Without quotes it is a number, which Puppet rejects.",
    wrong: "\
file { '/etc/motd':
  mode => 0644,
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
    for body in file.bodies().filter(|body| matches!(body.resource_type.value(), "file" | "concat")) {
        if let Some(mode) = body.value("mode").filter(|mode| mode.is_any(&[Kind::Name, Kind::Number])) {
            let edit = (mode.range(), format!("'{}'", mode.text()));
            findings.report(mode, "mode without quotes").fix("quote it", [edit]);
        }
    }
}
