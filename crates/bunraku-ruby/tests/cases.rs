//! Small Ruby programs with the results of the real Ruby: `tests/cases/*.cases`. See `tests/answer.rb`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]

use std::fmt::Write as _;
use std::path::Path;

use bunraku_ruby::{Interp, NoHost, RubyError, Run, RunLimits, State, Unwind, parse};

#[test]
fn ruby_gives_the_same_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    // `CASES=string cargo test` runs a single file and prints each title before the case runs.
    let only = std::env::var("CASES").ok();
    let mut wrong = String::new();
    let (mut count, mut failed) = (0, 0);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        for case in std::fs::read_to_string(&file).unwrap().split("\n===\n") {
            let (program, expected) = case.trim_end_matches('\n').rsplit_once("\n>> ").expect(case);
            count += 1;
            if only.is_some() {
                eprintln!("{}", program.lines().next().unwrap_or(""));
            }
            let actual = run(program);
            if actual != expected {
                failed += 1;
                writeln!(wrong, "{name}: {program}\n   expected: {expected}\n     actual: {actual}").unwrap();
            }
        }
    }
    assert!(count > 0, "there are no such cases");
    assert!(failed == 0, "{failed} of {count} cases differ:\n{wrong}");
}

/// The `inspect` of a program's value, or the exception that it raises.
fn run(program: &str) -> String {
    let mut host = NoHost::default();
    let limits = RunLimits { steps: 2_000_000, ..RunLimits::default() };
    let mut run = Run::new(&State::new(), limits);
    let mut interp = Interp::new(&mut run, &mut host);
    let code = match parse("case.rb", program) {
        Ok(code) => code,
        Err(error) => return shown(&error),
    };
    let this = interp.main_object();
    let result = interp.run(&code, this).and_then(|value| interp.inspect(&value));
    let text = match result {
        Ok(text) => text,
        Err(unwind) => match *unwind {
            Unwind::Raise(exception) => {
                let class = interp.real_class(&exception).name();
                match interp.to_s(&exception) {
                    Ok(message) => format!("{class}: {message}"),
                    Err(_) => class,
                }
            }
            other => shown(&interp.to_error(Box::new(other))),
        },
    };
    text.replace('\n', "\\n")
}

fn shown(error: &RubyError) -> String {
    format!("{:?}: {}", error.kind, error.message)
}
