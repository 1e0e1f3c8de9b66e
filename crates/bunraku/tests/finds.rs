//! Regression tests for findings of `cargo xtask fuzz eval`: every program ends, by itself or at a limit, without a
//! panic.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::expect_used, reason = "this is a test")]

use std::{fs, path::Path, thread};

use bunraku::Program;
use bunraku_edition::EDITIONS;
use bunraku_eval::Limits;

/// The stack of the thread that evaluates.
const STACK: usize = 64 << 20;

/// The limits of the fuzzer; debug builds need more stack per call.
const LIMITS: Limits =
    Limits { depth: 100, steps: 200_000, size: 1_000_000, stack: STACK / 4 * 3, ..Limits::DEFAULT };

/// The codes of the first errors, one per edition.
fn codes(text: &str) -> Vec<Option<&'static str>> {
    let text = text.to_owned();
    let evaluate = move || {
        let outcomes = EDITIONS.iter().map(|edition| {
            let mut program = Program::new(edition);
            program.limits = LIMITS;
            program.evaluate("find.pp", &text).error().map(|error| error.code.name())
        });
        outcomes.collect()
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(evaluate).expect("a thread starts");
    thread.join().expect("an evaluation does not panic")
}

#[test]
fn finds_end_without_a_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finds");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the folder of the finds can be read") {
        let path = entry.expect("the folder of the finds can be read").path();
        if path.extension().is_some_and(|ending| ending == "pp") {
            let text = fs::read_to_string(&path).expect("a find can be read");
            println!("{}", path.display());
            codes(&text);
            count += 1;
        }
    }
    assert!(count > 0, "there are finds");
}

#[test]
fn what_grows_without_end_meets_a_limit() {
    let cases = [
        ("Array(Integer[1, 10000000000])", "too-large"),
        ("Array(10000000000)", "too-large"),
        ("Array(Integer[1, 10000000000].reverse_each)", "too-large"),
        ("Array(Integer[1, 10000000000].step(2))", "too-large"),
        ("Hash(Integer[1, 10000000000].reverse_each)", "too-large"),
        ("Tuple[Integer, 0, default].new(Integer[-9223372036854775807, 9223372036854775807])", "too-large"),
        ("$x = [*Integer[1, 10000000000].reverse_each]", "too-large"),
        ("slice(Integer[1, 10000000000], 2)", "too-large"),
        ("slice(Integer[1, 10000000000], 9223372036854775807)", "too-large"),
        ("slice(Integer[1, 10000000000], 9223372036854775807) |$x| { }", "too-large"),
        ("Integer[1, 9223372036854775807].each |$x| { }", "too-many-steps"),
        ("Integer[1, 9223372036854775807].map |$x| { $x }", "too-many-steps"),
        ("Integer[1, 10000000000].index('a')", "too-many-steps"),
        ("10000000000.map |$x| { 'a' }", "too-many-steps"),
        ("9223372036854775807.each |$x| { }", "too-many-steps"),
        ("Integer[1, 10000000000].unique", "too-many-steps"),
        ("sprintf('%1000000000d', 1)", "too-large"),
        ("String(1, '%1000000000d')", "too-large"),
    ];
    for (text, wanted) in cases {
        let text = format!("notice({text})").replace("notice($x = ", "$x = (");
        let found = codes(&text);
        assert!(found.iter().all(|code| *code == Some(wanted)), "{text}: {found:?}");
    }
}
