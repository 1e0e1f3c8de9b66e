//! Duplicate parameters of a class.

use std::collections::HashSet;

use crate::rule::{Findings, rule};

rule! {
    name: "duplicate_class_parameters",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A class has two parameters with the same name.",
    why: "Puppet rejects the class.",
    wrong: "\
class ntp (
  $server = 'a',
  $server = 'b',
) {
}
",
    right: "\
class ntp (
  $server = 'a',
) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for class in findings.file.definitions().filter(|definition| definition.is_class) {
        let mut seen = HashSet::new();
        for parameter in class.parameters() {
            let Some(word) = class.parameter_word(parameter) else { continue };
            if !seen.insert(word.value()) {
                let message =
                    format!("duplicate parameter `{}` of class `{}`", word.value(), class.name.value());
                findings.report(word, message);
            }
        }
    }
}
