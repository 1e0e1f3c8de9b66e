//! Booleans in quotes.

use crate::rule::{Findings, rule};

rule! {
    name: "quoted_booleans",
    severity: Warning,
    enabled: false,
    set: Core,
    repair: Unsafe,
    reports: "`true` or `false` is in quotes.",
    why: "A string is always true. Keep the quotes where a resource type expects a string.",
    wrong: "\
service { 'ntp':
  enable => 'true',
}
",
    right: "\
service { 'ntp':
  enable => true,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for string in findings.words().iter().filter(|word| word.kind().is_plain_string()) {
        if matches!(string.value(), "true" | "false") {
            let edit = (string.range(), string.value());
            findings.report(string, "boolean in quotes").fix("remove the quotes", [edit]);
        }
    }
}
