//! Modes of files that are neither four octal digits nor symbolic.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "file_mode",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameMeaning,
    reports: "The `mode` of a file is neither four octal digits nor a symbolic mode.",
    why: "Four digits also set the special bits, so nothing is left to guess.",
    wrong: "\
file { '/etc/motd':
  mode => '644',
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
        let Some(mode) = body.value("mode") else { continue };
        if mode.is_any(&[Kind::Variable, Kind::Undef, Kind::FunctionName]) || is_mode(mode.value()) {
            continue;
        }
        let three = mode.value().len() == 3 && is_octal(mode.value());
        let edit = three.then(|| (mode.range(), format!("'0{}'", mode.value())));
        findings
            .report(mode, "mode is neither four octal digits nor symbolic")
            .fix("write four digits", edit);
    }
}

fn is_octal(text: &str) -> bool {
    text.bytes().all(|byte| (b'0'..=b'7').contains(&byte))
}

fn is_mode(text: &str) -> bool {
    (text.len() == 4 && is_octal(text)) || text.split(',').all(is_symbolic)
}

/// Whether it is `u=rwx`, `go-w` or the like.
fn is_symbolic(clause: &str) -> bool {
    let change = clause.trim_start_matches(['u', 'g', 'o', 'a']);
    change.starts_with(['-', '=', '+']) && change.chars().all(|c| "-=+rstwxXugo".contains(c))
}
