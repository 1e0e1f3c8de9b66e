//! What holds for the evaluation of every source: it ends, on its own or at a limit, and does not panic.

use bunraku::Program;
use bunraku_edition::EDITIONS;
use bunraku_eval::Limits;

/// The stack size of the thread that evaluates.
pub const STACK: usize = 64 << 20;

/// Limits that fit [`STACK`].
pub const LIMITS: Limits =
    Limits { depth: 100, steps: 200_000, size: 1_000_000, stack: STACK / 4 * 3, ..Limits::DEFAULT };

/// Evaluates a source in every edition. Returns the name of the first error's code for each edition that failed.
pub fn evaluate(text: &str) -> Vec<Option<&'static str>> {
    let codes = EDITIONS.iter().map(|edition| {
        let mut program = Program::new(edition);
        program.limits = LIMITS;
        program.functions = program.functions.with_version("stdlib", [8, 5, 0]);
        let outcome = program.evaluate("fuzz.pp", text);
        outcome.error().map(|error| error.code.name())
    });
    codes.collect()
}
