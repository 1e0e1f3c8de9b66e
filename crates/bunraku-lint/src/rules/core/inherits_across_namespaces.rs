//! Classes that inherit from another module.

use crate::rule::{Findings, rule};

rule! {
    name: "inherits_across_namespaces",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A class inherits from a class of another module.",
    why: "The class depends on the variables of its parent, so a change in the other module can break it.",
    wrong: "\
class wiki inherits apache {
}
",
    right: "\
class wiki {
  include apache
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        let Some(parent) = definition.parent else { continue };
        if module(parent.value()) != module(definition.name.value()) {
            findings.report(parent, "the class inherits from a class of another module");
        }
    }
}

/// The first part of a qualified name.
fn module(name: &str) -> Option<&str> {
    name.split("::").find(|part| !part.is_empty())
}
