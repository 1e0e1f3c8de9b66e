//! Runs a Ruby program from standard input and prints the value of its last expression: `echo '1 + 1' | cargo run
//! --example run`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]

use std::io::Read;

use bunraku_ruby::{Interp, NoHost, Run, RunLimits, State, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let show = |error: bunraku_ruby::RubyError| {
        let place = error.trace.first().map_or(String::new(), |(file, line)| format!("{file}:{line}: "));
        format!("{place}{}", error.message)
    };
    let code = parse("-", &text).map_err(show)?;
    let mut host = NoHost::default();
    let mut run = Run::new(&State::new(), RunLimits::default());
    let mut interp = Interp::new(&mut run, &mut host);
    let this = interp.main_object();
    let result = interp.run(&code, this).and_then(|value| interp.inspect(&value));
    match result {
        Ok(text) => println!("{text}"),
        Err(unwind) => return Err(show(interp.to_error(unwind)).into()),
    }
    Ok(())
}
