//! Notes about skipped tests, which need a program that is not installed.

use std::io::Write as _;

/// Prints that a test is skipped, and why. Unlike other output of tests, this is shown even if they pass.
#[allow(clippy::disallowed_methods, reason = "the test harness hides what the macros print")]
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // If standard error is closed there is nowhere to print to.
    let _ = writeln!(std::io::stderr(), "skipped {test}: {why}");
}
