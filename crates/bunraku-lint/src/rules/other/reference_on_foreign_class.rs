//! References to classes that are declared elsewhere.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "reference_on_foreign_class",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The file refers to a class that it neither includes nor declares.",
    why: "The reference fails unless another file happens to include the class.",
    wrong: "\
Class['apt'] -> Package['ntp']
",
    right: "\
include apt
Class['apt'] -> Package['ntp']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let words = findings.words();
    let named = |word: Word<'_>, title: &str| {
        let next = word.next_code();
        match word.value() {
            "include" | "contain" => next.is_some_and(|next| next.value() == title),
            "class" => next.and_then(Word::next_code).is_some_and(|next| next.value() == title),
            _ => false,
        }
    };
    for class in words.of_kind(Kind::Type).filter(|word| word.value() == "Class") {
        let Some(title) = class.next().and_then(Word::next).map(Word::value) else { continue };
        if !words.iter().any(|word| named(word, title)) {
            findings.report(class, format!("reference to the class `{title}`, which is declared elsewhere"));
        }
    }
}
