//! Dashes in names.

use crate::rule::{Findings, rule};

rule! {
    name: "names_containing_dash",
    severity: Error,
    enabled: true,
    set: Core,
    repair: None,
    reports: "The name of a class or defined type contains a dash.",
    why: "Puppet rejects such names.",
    wrong: "\
class my-site {
}
",
    right: "\
class my_site {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions().filter(|definition| definition.name.value().contains('-')) {
        let message = format!("the name of the {} contains a dash", definition.noun());
        findings.report(definition.name, message);
    }
}
