//! Uppercase letters in names.

use crate::rule::{Findings, rule};

rule! {
    name: "names_containing_uppercase",
    severity: Error,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "The name of a class or defined type contains an uppercase letter.",
    why: "Puppet rejects such names. References to the class must be renamed as well.",
    wrong: "\
class mySite {
}
",
    right: "\
class mysite {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        let name = definition.name;
        if name.value().contains(|c: char| c.is_ascii_uppercase()) {
            let message = format!("the name of the {} contains an uppercase letter", definition.noun());
            let edit = (name.range(), name.value().to_lowercase());
            findings.report(name, message).fix("convert it to lowercase", [edit]);
        }
    }
}
