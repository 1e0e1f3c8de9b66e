//! Packages with `ensure => latest`.

use crate::rule::{Findings, rule};

rule! {
    name: "package_ensure",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "`ensure` of a package is `latest`.",
    why: "The package is then upgraded during any agent run, at a time that nobody chose.",
    wrong: "\
package { 'ntp':
  ensure => latest,
}
",
    right: "\
package { 'ntp':
  ensure => installed,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("package") {
        if let Some(value) = super::word_value(body, "ensure", "latest") {
            findings
                .report(value, "package may be upgraded at any time")
                .fix("use `installed`", [(value.value_range(), "installed")]);
        }
    }
}
