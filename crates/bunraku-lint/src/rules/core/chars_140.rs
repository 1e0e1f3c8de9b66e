//! Lines of more than 140 characters.

use crate::rule::{Findings, rule};

rule! {
    name: "140chars",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A line has more than 140 characters. Lines with a URL or a call of `template` are exempt.",
    why: "Long lines are hard to read next to another file or in a review.",
    wrong: "\
$sentence = 'This sentence is so long that nobody reads it to its end without moving the eyes or the window, and it goes on and on for a while.'
",
    right: "\
$sentence = 'This sentence is short.'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    super::long_lines(findings, 140);
}
