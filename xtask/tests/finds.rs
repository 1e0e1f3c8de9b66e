//! Replays what the fuzzers have found: all of it must pass now, and quickly.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::expect_used, reason = "this is a test")]

use std::{fs, path::Path, thread};

use xtask::targets::TARGETS;

/// The stack size the fuzzer uses for a check.
const STACK: usize = 1 << 28;

#[test]
fn what_was_found_holds_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/finds");
    let mut wrong = Vec::new();
    for target in TARGETS {
        for entry in fs::read_dir(folder.join(target.name)).into_iter().flatten().flatten() {
            let text = fs::read_to_string(entry.path()).expect("a find can be read");
            let check = move || (target.check)(&text);
            let thread = thread::Builder::new().stack_size(STACK).spawn(check).expect("a thread starts");
            match thread.join() {
                Ok(Ok(())) => {}
                Ok(Err(broken)) => wrong.push(format!("{}: {broken}", entry.path().display())),
                Err(_) => wrong.push(format!("{}: panics", entry.path().display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_target_accepts_what_its_fuzzer_begins_with() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(seeds.len() > 3, "{} begins with {} texts", target.name, seeds.len());
        for seed in seeds.iter().step_by(seeds.len().div_ceil(5)) {
            assert_eq!((target.check)(seed), Ok(()), "{}: {seed}", target.name);
        }
    }
}
