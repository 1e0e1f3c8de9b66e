//! Lookups in parameter defaults.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "lookup_in_parameter",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "The default of a parameter calls `lookup`.",
    why: "Class parameters are looked up automatically. An explicit call hides the key from people and tools.",
    wrong: "\
class ntp ($servers = lookup('servers')) {
}
",
    right: "\
class ntp ($servers) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        for word in definition.parameter_words().into_iter().flatten() {
            if word.is(Kind::FunctionName) && word.value() == "lookup" {
                findings.report(word, "`lookup` in the default of a parameter");
            }
        }
    }
}
