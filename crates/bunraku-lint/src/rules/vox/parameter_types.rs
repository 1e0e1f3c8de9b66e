//! Parameters without a type.

use crate::rule::{Findings, rule};

rule! {
    name: "parameter_types",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "A parameter of a class or defined type has no type.",
    why: "The type is checked before the value is used, and documents the parameter.",
    wrong: "\
class ntp ($servers) {
}
",
    right: "\
class ntp (Array[String] $servers) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        for parameter in definition.parameters().filter(|parameter| parameter.ty().is_none()) {
            if let Some(name) = definition.parameter_word(parameter) {
                let message =
                    format!("parameter `{}::{}` without a type", definition.name.value(), name.value());
                findings.report(name, message);
            }
        }
    }
}
