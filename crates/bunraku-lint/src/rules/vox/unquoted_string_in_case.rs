//! Bare words as options of a `case`.

use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{CaseOption, View};

use crate::rule::{Findings, rule};

rule! {
    name: "unquoted_string_in_case",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "An option of a `case` is a bare word.",
    why: "Options are strings; a bare word with an uppercase letter would be a type.",
    wrong: "\
case $ensure {
  running: { }
  default: { }
}
",
    right: "\
case $ensure {
  'running': { }
  default: { }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for option in file.nodes(NodeKind::CaseOption).filter_map(CaseOption::cast) {
        for value in option.values() {
            super::bare_option(findings, value, "option without quotes in a `case`");
        }
    }
}
