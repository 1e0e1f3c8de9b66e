//! Indentation with an odd number of spaces.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "2sp_soft_tabs",
    severity: Error,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A line is indented by an odd number of characters.",
    why: "Each level of indentation is two spaces.",
    wrong: "\
class ntp {
   include ntp::service
}
",
    right: "\
class ntp {
  include ntp::service
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for indent in findings.words().of_kind(Kind::Indent).filter(|indent| indent.width() % 2 == 1) {
        findings.report(indent, "indentation by an odd number of spaces");
    }
}
