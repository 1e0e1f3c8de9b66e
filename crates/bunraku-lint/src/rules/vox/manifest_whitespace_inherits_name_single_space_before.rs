//! More or less than one space after `inherits`.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_inherits_name_single_space_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "There is not one space between `inherits` and the name of the parent.",
    why: "There is nothing to align.",
    wrong: "\
class ntp::server inherits   ntp {
}
",
    right: "\
class ntp::server inherits ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for parent in file.definitions().filter_map(|definition| definition.parent) {
        let inherits = parent.previous_code().filter(|word| word.is(Kind::Inherits));
        super::one_blank_between(findings, inherits, parent, "not one space after `inherits`");
    }
}
