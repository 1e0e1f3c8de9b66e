//! The parts of a catalog in JSON.

use bunraku_formats::json;
use bunraku_pcore::Value;

/// The catalog in a document, which may be nested: in `data` in an older form, in `catalog` in the response of a
/// server. The error says why there is none.
pub fn document(text: &str) -> Result<Value, String> {
    let value = json::read(text).map_err(|error| format!("not valid JSON: {}", error.message))?.value;
    let mut inside = ["data", "catalog"].iter().filter_map(|name| field(&value, name));
    Ok(inside.find(|inner| field(inner, "resources").is_some()).unwrap_or(value))
}

/// An end of an edge: a reference, or an object with a type and a title, which PuppetDB has in the edge itself.
pub fn end(edge: &Value, key: &str) -> Option<String> {
    match field(edge, key) {
        Some(Value::Str(reference)) => Some(reference.to_string()),
        Some(value) => Some(format!("{}[{}]", string(&value, "type")?, string(&value, "title")?)),
        None => {
            let part = |name: &str| string(edge, &format!("{key}_{name}"));
            Some(format!("{}[{}]", part("type")?, part("title")?))
        }
    }
}

/// A member of an object.
pub fn field(value: &Value, key: &str) -> Option<Value> {
    let Value::Hash(hash) = value else { return None };
    hash.get(&Value::str(key)).cloned()
}

/// A member that is a string.
pub fn string(value: &Value, key: &str) -> Option<String> {
    field(value, key)?.as_str().map(str::to_owned)
}

/// A member that is a list. PuppetDB has it in an object, in `data`.
pub fn list(value: &Value, key: &str) -> Option<Vec<Value>> {
    match field(value, key)? {
        Value::Array(values) => Some(values.to_vec()),
        inner @ Value::Hash(_) if key != "data" => list(&inner, "data"),
        _ => None,
    }
}
