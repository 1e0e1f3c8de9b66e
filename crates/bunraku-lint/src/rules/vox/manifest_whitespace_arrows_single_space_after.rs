//! More or less than one space after an arrow.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_arrows_single_space_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `=>` is not followed by exactly one space.",
    why: "Arrows are aligned with spaces before them; one space after them is enough.",
    wrong: "\
file { '/etc/motd':
  mode =>   '0644',
}
",
    right: "\
file { '/etc/motd':
  mode => '0644',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for arrow in findings.words().of_kind(Kind::Arrow) {
        let Some(next) = arrow.next().filter(|next| !next.is_single_blank()) else { continue };
        let edit = match next.kind() {
            Kind::Blank => Some((next.range(), " ")),
            // How to treat a line break is for a person to decide.
            Kind::Newline => None,
            _ => Some((TextRange::at(next.range().start), " ")),
        };
        findings.report(next, "expected one space after `=>`").fix("use one space", edit);
    }
}
