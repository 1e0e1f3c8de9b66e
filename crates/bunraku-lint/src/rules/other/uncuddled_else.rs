//! `else` on a separate line.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "uncuddled_else",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "An `else` or `elsif` is not on the same line as the preceding brace.",
    why: "It belongs to the block before it.",
    wrong: "\
if $a {
}
else {
}
",
    right: "\
if $a {
} else {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for word in findings.words().iter().filter(|word| word.is_any(&[Kind::Else, Kind::Elsif])) {
        let blank = word.previous().filter(|before| before.is(Kind::Blank));
        if !blank.and_then(Word::previous).is_some_and(|before| before.is(Kind::RBrace)) {
            findings
                .report(word, format!("`{}` is not on the same line as the preceding brace", word.text()));
        }
    }
}
