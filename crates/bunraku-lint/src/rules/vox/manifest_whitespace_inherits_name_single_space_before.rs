//! More or less than one space after `inherits`.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_inherits_name_single_space_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "`inherits` is not followed by exactly one space.",
    why: "There is nothing to align, so one space is enough.",
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
        super::one_blank_between(findings, inherits, parent, "expected one space after `inherits`");
    }
}
