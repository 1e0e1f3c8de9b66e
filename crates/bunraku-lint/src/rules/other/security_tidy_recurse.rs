//! Deleting files recursively.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_tidy_recurse",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `tidy` has `recurse`.",
    why: "It deletes files in all subfolders, including those added later.",
    wrong: "\
tidy { '/tmp':
  recurse => true,
}
",
    right: "\
tidy { '/tmp':
  age => '1w',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["tidy"]) {
        for recurse in values(body, "recurse") {
            if matches!(recurse.value(), "true" | "1" | "inf") {
                findings.report(recurse, "files in all subfolders are deleted");
            }
        }
    }
}
