//! Unnecessary double quotes.

use bunraku_syntax::text;

use crate::file::GRAMMAR;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "double_quoted_strings",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A string is in double quotes, but has neither variables nor escape sequences.",
    why: "Single quotes show that the string is used literally. Strings that contain a single quote are exempt.",
    wrong: "\
$motd = \"welcome\"
",
    right: "\
$motd = 'welcome'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for string in findings.words().of_kind(Kind::Double).filter(|string| is_plain(*string)) {
        let edit = (string.range(), format!("'{}'", string.value()));
        findings.report(string, "double-quoted string without variables").fix("write single quotes", [edit]);
    }
}

fn is_plain(string: Word<'_>) -> bool {
    let value = string.value();
    let needs = ["\\$", "\\\"", "\\'", "'", "\\t", "\\s", "\\n", "\\\\"];
    if value.contains(['\r', '\t', '\n']) || needs.iter().any(|needed| value.contains(needed)) {
        return false;
    }
    // If it contains as many spaces as precede the string, it looks like a continued line.
    let column = string.column() as usize;
    let wide = value.as_bytes().windows(column).any(|blanks| blanks.iter().all(|byte| *byte == b' '));
    !wide && text::double_quoted(string.text(), GRAMMAR) == text::single_quoted(&format!("'{value}'"))
}
