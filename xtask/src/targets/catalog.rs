//! What holds for every catalog.

use bunraku::Program;
use bunraku_edition::EDITIONS;
use bunraku_formats::json;

use crate::evaluation::LIMITS;

/// Compiles a manifest in every edition: its catalog is JSON, the same when it is compiled again, and every parameter has
/// a cause.
pub(super) fn check(text: &str) -> Result<(), String> {
    for edition in EDITIONS {
        let mut program = Program::new(edition);
        program.limits = LIMITS;
        let Some(catalog) = program.evaluate("fuzz.pp", text).catalog else { continue };
        let first = without_its_own_name(catalog.to_json())?;
        if let Some(unexplained) = catalog.unexplained(|_| None).first() {
            return Err(format!("a parameter is not explained: {unexplained}"));
        }
        // What is random is different each time, and so is the time.
        let varies = ["rand", "time", "Timestamp", "Timespan"].iter().any(|word| text.contains(word));
        let again =
            program.evaluate("fuzz.pp", text).catalog.map(|catalog| without_its_own_name(catalog.to_json()));
        let again = again.transpose()?;
        if !varies && again.as_ref() != Some(&first) {
            return Err("the catalog is another one the second time".to_owned());
        }
    }
    Ok(())
}

/// A catalog without the name that each compilation has for itself.
fn without_its_own_name(mut catalog: String) -> Result<String, String> {
    // Not with `serde_json`, which rejects the large numbers that catalogs can have.
    json::read(&catalog).map_err(|error| format!("the catalog is not JSON: {error}"))?;
    const NAME: &str = "\"catalog_uuid\":\"";
    if let Some(start) = catalog.find(NAME).map(|start| start + NAME.len()) {
        let end = catalog[start..].find('"').map_or(start, |length| start + length);
        catalog.replace_range(start..end, "");
    }
    Ok(catalog)
}
