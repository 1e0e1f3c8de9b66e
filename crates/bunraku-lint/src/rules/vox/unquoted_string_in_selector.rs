//! Bare words as options of a selector.

use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{SelectorEntry, View};

use crate::rule::{Findings, rule};

rule! {
    name: "unquoted_string_in_selector",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "An option of a selector is a bare word.",
    why: "Options are strings; a bare word with an uppercase letter would be a type.",
    wrong: "\
$enable = $ensure ? {
  running => true,
  default => false,
}
",
    right: "\
$enable = $ensure ? {
  'running' => true,
  default => false,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for entry in file.nodes(NodeKind::SelectorEntry).filter_map(SelectorEntry::cast) {
        if let Some(option) = entry.option() {
            super::bare_option(findings, option, "option without quotes in a selector");
        }
    }
}
