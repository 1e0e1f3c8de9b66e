//! Tests that need a program of the machine, and say so where it is missing.

use std::io::Write as _;

/// Says that a test is skipped, and why. Other than what tests print, this is seen where they pass as well.
#[allow(clippy::disallowed_methods, reason = "the test harness hides what the macros print")]
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Whoever has closed the stream reads nothing.
    let _ = writeln!(std::io::stderr(), "skipped {test}: {why}");
}
