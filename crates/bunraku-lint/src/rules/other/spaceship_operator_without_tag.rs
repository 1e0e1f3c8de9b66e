//! Collectors that collect everything.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "spaceship_operator_without_tag",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A collector has no condition.",
    why: "It realizes every virtual resource of the type, including those declared by other modules.",
    wrong: "\
User <| |>
",
    right: "\
User <| tag == 'admin' |>
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for open in findings.words().of_kind(Kind::LCollect) {
        if open.next_code().is_some_and(|next| next.is(Kind::RCollect)) {
            findings.report(open, "collector without a condition");
        }
    }
}
