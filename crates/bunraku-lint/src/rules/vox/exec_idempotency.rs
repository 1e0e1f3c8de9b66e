//! Commands that run every time.

use crate::rule::{Findings, rule};

rule! {
    name: "exec_idempotency",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "An `exec` has none of `creates`, `onlyif`, `refreshonly` and `unless`.",
    why: "It runs on every agent run, and reports a change each time. Nothing is reported if attributes come from \
     a hash.",
    wrong: "\
exec { '/usr/bin/newaliases': }
",
    right: "\
exec { '/usr/bin/newaliases':
  refreshonly => true,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("exec").filter(|body| !body.has_splat()) {
        let limits = |name: &str| matches!(name, "creates" | "onlyif" | "refreshonly" | "unless");
        if !body.attributes().any(|attribute| limits(attribute.name())) {
            findings.report(
                body.colon,
                "this command runs every time: set `creates`, `onlyif`, `refreshonly` or `unless`",
            );
        }
    }
}
