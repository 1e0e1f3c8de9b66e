//! References to classes that are declared elsewhere.

use std::cell::OnceCell;
use std::collections::HashSet;

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
    let named = OnceCell::new();
    let names = || {
        let names = words.iter().filter_map(|word| match word.value() {
            "include" | "contain" => word.next_code().map(Word::value),
            "class" => word.next_code().and_then(Word::next_code).map(Word::value),
            _ => None,
        });
        names.collect::<HashSet<&str>>()
    };
    for class in words.of_kind(Kind::Type).filter(|word| word.value() == "Class") {
        let Some(title) = class.next().and_then(Word::next).map(Word::value) else { continue };
        if !named.get_or_init(names).contains(title) {
            findings.report(class, format!("reference to the class `{title}`, which is declared elsewhere"));
        }
    }
}
