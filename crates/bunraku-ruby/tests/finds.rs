//! Programs found by fuzzing. Each once made the interpreter panic or hang, and must now end by itself or at a limit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]

use std::{fs, path::Path};

use bunraku_ruby::{Code, Interp, NoHost, RubyError, Run, RunLimits, State, parse, parse_template};

#[test]
fn what_was_found_ends() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finds");
    let files = fs::read_dir(folder).map(|files| files.flatten().collect::<Vec<_>>()).unwrap_or_default();
    assert!(!files.is_empty(), "there is nothing to run");
    for file in files {
        let text = fs::read_to_string(file.path()).unwrap_or_default();
        run(parse("find", &text));
        run(parse_template("find", &text));
    }
}

fn run(code: Result<Code, RubyError>) {
    let Ok(code) = code else { return };
    let limits = RunLimits { steps: 200_000, depth: 100, size: 1 << 20, stack: 1 << 20 };
    let mut host = NoHost::default();
    let mut run = Run::new(&State::new(), limits);
    let mut interp = Interp::new(&mut run, &mut host);
    let this = interp.main_object();
    let result = interp.run(&code, this).and_then(|value| interp.inspect(&value));
    if let Err(unwind) = result {
        let _ = interp.to_error(unwind);
    }
}
