//! What holds for every text as Ruby code: running it ends, by itself or at a limit, and does not panic.

use bunraku_ruby::{Code, Interp, Limits, NoHost, State, parse, parse_template};

/// The stack of the thread that runs the code.
pub const STACK: usize = 1 << 28;

/// Runs a text as a program and as a template, under low limits.
pub fn execute(text: &str) {
    for code in [parse("fuzz", text), parse_template("fuzz", text)].iter().flatten() {
        run(code);
    }
}

fn run(code: &Code) {
    let limits = Limits { steps: 200_000, depth: 200, size: 1 << 20, stack: STACK / 4 };
    let (mut state, mut host) = (State::new(), NoHost::default());
    let mut interp = Interp::new(&mut state, &mut host, limits);
    let this = interp.main_object();
    let result = interp.run(code, this).and_then(|value| interp.inspect(&value));
    if let Err(unwind) = result {
        let _ = interp.to_error(unwind);
    }
}
