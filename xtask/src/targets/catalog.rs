//! What holds for every catalog.

use bunraku::Program;
use bunraku_edition::EDITIONS;

use crate::evaluation::LIMITS;

/// Compiles a manifest in every edition: its catalog is JSON, the same when it is compiled again, and every parameter has
/// a cause.
pub(super) fn check(text: &str) -> Result<(), String> {
    for edition in EDITIONS {
        let mut program = Program::new(edition);
        program.limits = LIMITS;
        let Some(catalog) = program.evaluate("fuzz.pp", text).catalog else { continue };
        let json = catalog.to_json();
        if let Err(error) = serde_json::from_str::<serde_json::Value>(&json) {
            return Err(format!("the catalog is not JSON: {error}"));
        }
        if let Some(unexplained) = catalog.unexplained(|_| None).first() {
            return Err(format!("a parameter is not explained: {unexplained}"));
        }
        // What is random is different each time, and so is the time.
        let varies = ["rand", "time", "Timestamp", "Timespan"].iter().any(|word| text.contains(word));
        let again = program.evaluate("fuzz.pp", text).catalog.map(|catalog| catalog.to_json());
        if !varies && again.as_ref() != Some(&json) {
            return Err("the catalog is another one the second time".to_owned());
        }
    }
    Ok(())
}
