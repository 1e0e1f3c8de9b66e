//! Selectors as values of attributes.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "selector_inside_resource",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "The value of an attribute is a selector.",
    why: "A resource is easier to read if its values are simple. Assign the selector to a variable first.",
    wrong: "\
file { '/etc/motd':
  mode => $strict ? {
    true    => '0400',
    default => '0444',
  },
}
",
    right: "\
$mode = $strict ? {
  true    => '0400',
  default => '0444',
}
file { '/etc/motd':
  mode => $mode,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies() {
        for arrow in body.words().filter(|word| word.is(Kind::Arrow)) {
            let variable = arrow.next_code().filter(|word| word.is(Kind::Variable));
            let selects =
                variable.and_then(|word| word.next_code()).is_some_and(|word| word.is(Kind::QuestionMark));
            if selects {
                findings.report(arrow, "selector inside a resource");
            }
        }
    }
}
