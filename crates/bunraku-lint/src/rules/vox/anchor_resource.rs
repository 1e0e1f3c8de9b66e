//! Anchors.

use crate::rule::{Findings, rule};

rule! {
    name: "anchor_resource",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "A resource of the type `anchor` is declared.",
    why: "`contain` does the same without an extra resource.",
    wrong: "\
anchor { 'ntp::begin': }
",
    right: "\
contain ntp::install
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("anchor") {
        findings.report(body.resource_type, "`anchor` resource; use `contain` instead");
    }
}
