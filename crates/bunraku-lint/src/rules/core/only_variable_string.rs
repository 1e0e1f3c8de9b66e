//! Strings that are nothing but a variable.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "only_variable_string",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "A string consists of one variable. Keys of hashes may.",
    why: "The variable alone does, unless it is a number or a reference that has to become a string: that is what \
          `String($x)` says. As both look alike, the change is for a person to make.",
    wrong: "\
notice(\"${title}\")
",
    right: "\
notice($title)
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for start in findings.words().of_kind(Kind::StringStart).filter(|start| start.value().is_empty()) {
        let Some(variable) = start.next().filter(|word| word.kind().is_variable()) else { continue };
        let Some(end) = end_of_string(variable) else { continue };
        if !end.value().is_empty() || end.next_code().is_some_and(|next| next.is(Kind::Arrow)) {
            continue;
        }
        let inside: String = variable.through(end).filter(|word| *word != end).map(Word::text).collect();
        let dollar = if inside.starts_with('$') { "" } else { "$" };
        let edit = (start.range().cover(end.range()), format!("{dollar}{inside}"));
        findings.report(variable, "string of nothing but a variable").fix("write the variable alone", [edit]);
    }
}

/// The end of a string after a variable and accesses of one word each.
fn end_of_string(variable: Word<'_>) -> Option<Word<'_>> {
    let mut word = variable.next()?;
    while word.is(Kind::LBrack) {
        word = word.next()?.next()?.next()?;
    }
    word.is(Kind::StringEnd).then_some(word)
}
