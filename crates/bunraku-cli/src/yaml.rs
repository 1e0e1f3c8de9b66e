//! Formats values as YAML.

use bunraku::edition::TypeRules;
use bunraku::pcore::Value;

use crate::json;

/// Formats a value as YAML with the same content as its JSON. A value nested too deeply to be parsed back from JSON
/// stays JSON, which is a subset of YAML.
pub fn document(rules: &TypeRules, value: &Value) -> String {
    let text = bunraku::catalog::value_json(rules, value);
    match json::value(&text) {
        Some(data) => {
            let document = bunraku::yaml(rules, &data);
            document.strip_suffix('\n').map(str::to_owned).unwrap_or(document)
        }
        None => text,
    }
}
