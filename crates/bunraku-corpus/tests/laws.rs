//! Checks the laws of the syntax tree for conformance programs, mutated programs, token soup and arbitrary strings.
//!
//! The laws are in `bunraku_corpus::laws`, so that the fuzzers check the same ones.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::{fs, path::Path};

use bunraku_corpus::{cases, laws, manifests, mutate, random::Random};
use bunraku_syntax::SourceKind;
use proptest::prelude::*;

fn check(name: &str, text: &str) {
    if let Err(broken) = laws::check(text) {
        panic!("{name}: {broken}\n{text}");
    }
}

fn programs() -> Vec<cases::Program> {
    let programs = cases::programs(&cases::folder()).unwrap();
    assert!(programs.len() > 1_000, "there are only {} programs", programs.len());
    programs
}

#[test]
fn hold_for_the_conformance_programs() {
    for (index, program) in programs().into_iter().enumerate() {
        check(&program.name, &program.text);
        if index % 8 == 0 {
            check(&program.name, &program.text.replace('\n', "\r\n"));
        }
    }
}

#[test]
fn hold_for_generated_manifests() {
    for (name, text) in manifests::generate(19, 100_000) {
        check(&name, &text);
    }
}

/// Inputs the fuzzers have found. Each of them once broke a law.
#[test]
fn hold_for_the_finds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finds");
    for file in cases::files(&folder, &["txt"]).unwrap() {
        check(&file.display().to_string(), &fs::read_to_string(&file).unwrap());
    }
}

#[test]
fn hold_for_changed_programs() {
    let mut random = Random::new(17);
    let programs = programs();
    for index in 0..2_000 {
        let program = &programs[random.below(programs.len())];
        let kind = if random.chance(80) { SourceKind::Manifest } else { SourceKind::Template };
        let changed = match index % 3 {
            0 => mutate::characters(&program.text, &mut random),
            1 => mutate::tokens(&program.text, kind, &mut random),
            _ => mutate::slip(&program.text, kind, &mut random),
        };
        check(&program.name, &changed);
    }
}

#[test]
fn hold_for_mixtures_of_tokens() {
    let mut random = Random::new(18);
    for _ in 0..2_000 {
        check("a mixture", &mutate::soup(&mut random, 25));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hold_for_any_text(text in any::<String>()) {
        prop_assert_eq!(laws::check(&text), Ok(()));
    }

    #[test]
    fn hold_for_any_ascii(text in "[ -~\n]{0,60}") {
        prop_assert_eq!(laws::check(&text), Ok(()));
    }

    #[test]
    fn hold_for_any_tokens(pieces in prop::collection::vec(prop::sample::select(mutate::DICTIONARY.to_vec()), 0..25)) {
        prop_assert_eq!(laws::check(&pieces.concat()), Ok(()));
    }

    #[test]
    fn hold_for_brackets_and_strings(text in "[\"'${}()\\[\\]x\n@A ,.]{0,40}") {
        prop_assert_eq!(laws::check(&text), Ok(()));
    }

    #[test]
    fn hold_for_heredocs(text in "(@\\(\"?A\"?(/L)?\\) ?|x|\\$\\{|\\}|\"|\n|\nA\n|\n +\\|-? A\n){0,14}") {
        prop_assert_eq!(laws::check(&text), Ok(()));
    }

    #[test]
    fn hold_for_templates(text in "(<%|<%-|<%=|<%#|<%%|%>|-%>|%%>| |x|\n|\\{|\\}|if |\\|){0,20}") {
        prop_assert_eq!(laws::check(&text), Ok(()));
    }
}
