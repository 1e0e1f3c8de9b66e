//! Files with `ensure => present`.

use crate::rule::{Findings, rule};

rule! {
    name: "file_ensure",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "`ensure` of a file is `present`.",
    why: "Puppet then also accepts a directory or link; `file`, `link` and `directory` are unambiguous.",
    wrong: "\
file { '/etc/motd':
  ensure => present,
}
",
    right: "\
file { '/etc/motd':
  ensure => file,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("file") {
        if let Some(value) = super::word_value(body, "ensure", "present") {
            let what = if body.attribute("target").is_some() { "link" } else { "file" };
            findings
                .report(value, "`ensure => present` does not specify the kind of file")
                .fix(format!("write `{what}`"), [(value.value_range(), what)]);
        }
    }
}
