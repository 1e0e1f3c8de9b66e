//! Values as YAML.

use bunraku::edition::TypeRules;
use bunraku::pcore::Value;

use crate::json;

/// A value as YAML, with the same content as its JSON. What is nested too deeply to be read back from JSON stays JSON,
/// which YAML includes.
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
