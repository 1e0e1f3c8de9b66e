//! Converts JSON to values of the language.

use bunraku_pcore::Value;

/// Converts a JSON value.
pub fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Undef,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => Value::Float(number.as_f64().unwrap_or(0.0)),
        },
        serde_json::Value::String(text) => Value::str(text.as_str()),
        serde_json::Value::Array(values) => Value::array(values.iter().map(value)),
        serde_json::Value::Object(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (Value::str(key.as_str()), self::value(value))))
        }
    }
}
