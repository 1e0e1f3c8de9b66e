//! Symbolic modes.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "no_symbolic_file_modes",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The mode of a file is not four octal digits.",
    why: "Digits set the whole mode; `g+w` only changes the existing one.",
    wrong: "\
file { '/etc/motd':
  mode => 'u=rw,go=r',
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
        let digits =
            mode.value().len() == 4 && mode.value().bytes().all(|byte| (b'0'..=b'7').contains(&byte));
        if !digits && !mode.is_any(&[Kind::Variable, Kind::Undef]) {
            findings.report(mode, "mode is not four octal digits");
        }
    }
}
