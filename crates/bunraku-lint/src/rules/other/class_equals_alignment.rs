//! Equals signs of parameters that are not aligned.

use super::alignment::{is_first_on_line, misplaced, moved};
use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "class_equals_alignment",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameTree,
    reports: "The `=` signs of the parameters of a class or defined type are not aligned.",
    why: "Aligned, names and defaults are easier to read.",
    wrong: "\
class ntp (
  $server = 'a',
  $enable_it = true,
) {
}
",
    right: "\
class ntp (
  $server    = 'a',
  $enable_it = true,
) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for definition in findings.file.definitions() {
        let signs = signs(definition);
        for (sign, column) in misplaced(&signs) {
            let message = format!("`=` in column {}, expected in column {column}", sign.column());
            findings.report(sign, message).fix("align it", moved(sign, column));
        }
    }
}

/// The first equals sign of each line, with the minimum column that it needs.
fn signs(definition: Definition<'_>) -> Vec<(Word<'_>, u32)> {
    let words = definition.parameter_words().into_iter().flatten();
    let equals = words.filter(|word| word.is(Kind::Equals) && is_first_on_line(*word));
    let needed = |sign: Word<'_>| sign.previous_code().map_or(1, |name| name.column() + name.width() + 1);
    equals.map(|sign| (sign, needed(sign))).collect()
}
