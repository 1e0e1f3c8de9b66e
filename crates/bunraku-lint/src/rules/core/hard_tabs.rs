//! Tab characters between words.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "hard_tabs",
    severity: Error,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "The code contains a tab character outside strings and comments.",
    why: "Editors show tabs with different widths, so columns that look aligned in one are misaligned in another.",
    wrong: "\
class ntp {
\tinclude ntp::service
}
",
    right: "\
class ntp {
  include ntp::service
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for blank in findings.words().iter().filter(|word| word.is_any(&[Kind::Indent, Kind::Blank])) {
        if blank.text().contains('\t') {
            let edit = (blank.range(), blank.text().replace('\t', "  "));
            findings.report(blank, "tab character").fix("write two spaces", [edit]);
        }
    }
}
