//! Strings that consist only of a variable.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "only_variable_string",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "A string contains nothing but a variable. Hash keys are exempt.",
    why: "Use the variable on its own. If a number or reference must become a string, write `String($x)`. The two \
     cases look alike, so the fix needs a review.",
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
        findings
            .report(variable, "string containing only a variable")
            .fix("use the variable on its own", [edit]);
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
