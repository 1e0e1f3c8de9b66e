//! Deleting files regardless of age and size.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_tidy_all_files",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `tidy` has neither `age` nor `size`.",
    why: "It also deletes files that were just created.",
    wrong: "\
tidy { '/tmp':
  matches => '*.log',
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
        if values(body, "age").is_empty() && values(body, "size").is_empty() {
            findings.report(body.colon, "files are deleted regardless of age and size");
        }
    }
}
