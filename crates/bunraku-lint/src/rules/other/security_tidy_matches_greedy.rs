//! Deleting all files of a folder.

use super::security::{list, resources};
use crate::rule::{Findings, rule};

rule! {
    name: "security_tidy_matches_greedy",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `tidy` has the pattern `*`.",
    why: "It deletes every file, including those added later.",
    wrong: "\
tidy { '/tmp':
  matches => '*',
}
",
    right: "\
tidy { '/tmp':
  matches => '*.log',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["tidy"]) {
        for pattern in list(body, "matches").into_iter().filter(|pattern| pattern.value() == "*") {
            findings.report(pattern, "all files are deleted");
        }
    }
}
