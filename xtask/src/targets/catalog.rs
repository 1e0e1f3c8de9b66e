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
        let first = read(&catalog.to_json())?;
        if let Some(unexplained) = catalog.unexplained(|_| None).first() {
            return Err(format!("a parameter is not explained: {unexplained}"));
        }
        // What is random is different each time, and so is the time.
        let varies = ["rand", "time", "Timestamp", "Timespan"].iter().any(|word| text.contains(word));
        let again =
            program.evaluate("fuzz.pp", text).catalog.map(|catalog| read(&catalog.to_json())).transpose()?;
        if !varies && again.as_ref() != Some(&first) {
            return Err("the catalog is another one the second time".to_owned());
        }
    }
    Ok(())
}

/// A catalog without the name that each compilation has for itself.
fn read(json: &str) -> Result<serde_json::Value, String> {
    let mut catalog: serde_json::Value =
        serde_json::from_str(json).map_err(|error| format!("the catalog is not JSON: {error}"))?;
    if let Some(catalog) = catalog.as_object_mut() {
        catalog.remove("catalog_uuid");
    }
    Ok(catalog)
}
