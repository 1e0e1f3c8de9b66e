//! A few functions that stdlib has removed.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "stdlib_deprecated",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameMeaning,
    reports: "One of `has_key`, `is_array`, `shell_escape` and `validate_legacy` is called. \
     `stdlib_deprecated_functions` covers more functions.",
    why: "Newer versions of stdlib have removed them.",
    wrong: "\
$x = shell_escape('a b')
",
    right: "\
$x = stdlib::shell_escape('a b')
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for function in findings.words().of_kind(Kind::FunctionName) {
        let name = function.value();
        if matches!(name, "has_key" | "is_array" | "shell_escape" | "validate_legacy") {
            let edit = (name == "shell_escape").then(|| (function.range(), "stdlib::shell_escape"));
            findings.report(function, format!("deprecated function `{name}`")).fix("use the new name", edit);
        }
    }
}
