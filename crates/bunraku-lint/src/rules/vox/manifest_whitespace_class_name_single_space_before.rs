//! More or less than one space before the name of a class.

use crate::rule::{Findings, rule};

rule! {
    name: "manifest_whitespace_class_name_single_space_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "There is not one space between `class` or `define` and the name.",
    why: "There is nothing to align.",
    wrong: "\
class  ntp {
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        let message = format!("not one space before the name of the {}", definition.noun());
        super::one_blank_between(findings, Some(definition.keyword), definition.name, &message);
    }
}
