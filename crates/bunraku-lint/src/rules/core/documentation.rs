//! Definitions without documentation.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "documentation",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A class or defined type has no comment on the line above it.",
    why: "People and `puppet strings` look there for a description. An empty line in between breaks the connection.",
    wrong: "\
class ntp {
}
",
    right: "\
# @summary Keeps the time
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        if !has_comment(definition.keyword) {
            findings.report(definition.keyword, format!("{} without documentation", definition.noun()));
        }
    }
}

fn has_comment(keyword: Word<'_>) -> bool {
    let mut newlines = 0;
    for word in keyword.before() {
        newlines += u32::from(word.is(Kind::Newline));
        if newlines > 1 || !word.kind().is_space() {
            return word.kind().is_comment();
        }
    }
    false
}
