//! Recursive folders.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "recurse_file",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `file` manages a folder recursively (`recurse`) without a limit (`max_files`), or with the limit \
     turned off.",
    why: "Each file becomes a resource: a big folder makes runs slow and reports large.",
    wrong: "\
file { '/srv/data':
  ensure  => directory,
  recurse => true,
}
",
    right: "\
file { '/srv/data':
  ensure    => directory,
  recurse   => true,
  max_files => 500,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in findings.file.bodies_of("file") {
        let recurse = body.value("recurse").filter(|value| matches!(value.value(), "true" | "remote"));
        match (recurse, body.value("max_files")) {
            (Some(recurse), None) => {
                findings.report(recurse, "folder managed recursively without a limit");
            }
            (Some(_), Some(most)) if matches!(most.value(), "0" | "-1") || is_minus_one(most) => {
                findings.report(most, "the file limit is turned off");
            }
            _ => {}
        }
    }
}

fn is_minus_one(word: Word<'_>) -> bool {
    word.is(Kind::Minus) && word.next_code().is_some_and(|next| next.value() == "1")
}
