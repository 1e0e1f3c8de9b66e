//! Rich data as values: what a catalog would write for a value.

use bunraku_catalog::rich_json;
use bunraku_edition::TypeRules;
use bunraku_pcore::Value;

/// Converts a value to plain data. What plain data cannot represent becomes a hash with `__ptype`. References, which
/// are strings in a catalog, become such hashes as well.
pub(crate) fn rich_data(rules: &TypeRules, value: &Value) -> Value {
    let object = |name: &str, entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter().map(|(key, value)| (Value::str(key), value));
        Value::hash([(Value::str("__ptype"), Value::str(name))].into_iter().chain(entries))
    };
    match value {
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Str(_) => {
            value.clone()
        }
        Value::Array(values) => Value::array(values.iter().map(|value| rich_data(rules, value))),
        Value::Hash(hash) if hash.keys().all(|key| key.as_str().is_some_and(|key| key != "__ptype")) => {
            Value::hash(hash.iter().map(|(key, value)| (key.clone(), rich_data(rules, value))))
        }
        Value::Hash(hash) => {
            let entries =
                hash.iter().flat_map(|(key, value)| [rich_data(rules, key), rich_data(rules, value)]);
            object("Hash", vec![("__pvalue", Value::array(entries))])
        }
        Value::Sensitive(sensitive) => {
            object("Sensitive", vec![("__pvalue", rich_data(rules, sensitive.unwrap()))])
        }
        // These hashes have just been written here; they never come from a user's YAML or JSON.
        other => {
            bunraku_formats::json::read_value(&rich_json(rules, other)).unwrap_or_else(|_| other.clone())
        }
    }
}
