//! Lines of more than 80 characters.

use crate::rule::{Findings, rule};

rule! {
    name: "80chars",
    severity: Warning,
    enabled: false,
    set: Core,
    repair: None,
    reports: "A line has more than 80 characters. Lines with a URL or a call of `template` are exempt.",
    why: "A limit of 80 fits every window; most projects use `140chars` instead.",
    wrong: "\
$sentence = 'This sentence is long enough to leave the window of a terminal of old.'
",
    right: "\
$sentence = 'This sentence is short.'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::long_lines(findings, 80);
}
