//! More or less than one space before the name of a class.

use crate::rule::{Findings, rule};

rule! {
    name: "manifest_whitespace_class_name_single_space_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "`class` or `define` is not followed by exactly one space.",
    why: "There is nothing to align, so one space is enough.",
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
        let message = format!("expected one space before the name of the {}", definition.noun());
        super::one_blank_between(findings, Some(definition.keyword), definition.name, &message);
    }
}
