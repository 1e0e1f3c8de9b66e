//! What holds for every source as Ruby code: running it ends, on its own or at a limit, and does not panic.

use bunraku_ruby::{Code, Interp, NoHost, Run, RunLimits, State, parse, parse_template};

/// The stack size of the thread that runs the code.
pub const STACK: usize = 1 << 28;

/// Runs a source as a program and as a template, with low limits.
pub fn execute(text: &str) {
    for code in [parse("fuzz", text), parse_template("fuzz", text)].iter().flatten() {
        run(code);
    }
}

/// Runs a source as a template, with low limits.
pub fn render(text: &str) {
    if let Ok(code) = parse_template("fuzz", text) {
        run(&code);
    }
}

fn run(code: &Code) {
    let limits = RunLimits { steps: 200_000, depth: 200, size: 1 << 20, stack: STACK / 4 };
    let mut host = NoHost::default();
    let mut run = Run::new(&State::new(), limits);
    let mut interp = Interp::new(&mut run, &mut host);
    let this = interp.main_object();
    let result = interp.run(code, this).and_then(|value| interp.inspect(&value));
    if let Err(unwind) = result {
        let _ = interp.to_error(unwind);
    }
}
