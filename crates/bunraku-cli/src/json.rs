//! JSON files that tell about a node: its facts and what is trusted about it.

use std::path::Path;

use bunraku_diag::{Diagnostic, FileId, Source, Sources, Span, TextRange, codes};
use bunraku_pcore::{Hash, Value};
use num_bigint::BigInt;
use serde_json::Map;

use crate::files::{self, Content};
use crate::report::Refusal;

/// An object of JSON.
pub type Object = Map<String, serde_json::Value>;

/// The facts of a node, and its name if they tell it.
pub struct Facts {
    /// The facts.
    pub values: Hash,
    /// The name of the node.
    pub node: Option<String>,
}

/// Reads facts: an object of them, or one of the forms that Puppet's tools wrap it in.
pub fn facts(path: &Path) -> Result<Facts, Refusal> {
    let mut object = object(path)?;
    // No fact can be called `facts`: the variable is taken.
    if let Some(serde_json::Value::Object(inner)) = object.get_mut("facts") {
        object = std::mem::take(inner);
    }
    let wrapper = ["name", "values", "timestamp", "expiration"];
    let mut node = None;
    if object.keys().all(|key| wrapper.contains(&key.as_str()))
        && let Some(serde_json::Value::Object(inner)) = object.get_mut("values")
    {
        let inner = std::mem::take(inner);
        node = object.get("name").and_then(serde_json::Value::as_str).map(str::to_owned);
        object = inner;
    }
    Ok(Facts { values: hash(object), node })
}

/// Reads what is trusted about a node: an object, alone or as the member `trusted` of one.
pub fn trusted(path: &Path) -> Result<Value, Refusal> {
    let mut object = object(path)?;
    if let Some(serde_json::Value::Object(inner)) = object.get_mut("trusted") {
        object = std::mem::take(inner);
    }
    Ok(Value::Hash(hash(object)))
}

/// Reads a value from JSON text.
pub fn value(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().map(value_of)
}

/// Reads a file that must be a JSON object.
fn object(path: &Path) -> Result<Object, Refusal> {
    let input = files::find_one(path, "<stdin>")?;
    let source = match input.read(FileId(0)) {
        Content::Text(source) => source,
        Content::Broken(source, reason) => return Err(refusal(reason, source)),
    };
    match serde_json::from_str(source.text()) {
        Ok(serde_json::Value::Object(object)) => Ok(object),
        Ok(_) => {
            let message = format!("`{}` is not a JSON object", source.name());
            let reason = Diagnostic::error(codes::WRONG_USE, message);
            Err(refusal(
                reason.help("write an object with a member for each name: `{\"name\": \"value\"}`"),
                source,
            ))
        }
        Err(error) => {
            let message = format!("`{}` is not JSON", source.name());
            let line = source.line_range(u32::try_from(error.line()).unwrap_or(u32::MAX));
            // The column is that of the last byte that was read; 0 is the end of the line before.
            let column = u32::try_from(error.column()).unwrap_or(u32::MAX);
            let start = line.start.saturating_add(column.saturating_sub(1)).min(line.end);
            let span = Span { file: FileId(0), range: TextRange::at(start) };
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
            Err(refusal(Diagnostic::error(codes::WRONG_USE, message).at(span, reason), source))
        }
    }
}

fn refusal(reason: Diagnostic, source: Source) -> Refusal {
    let mut sources = Sources::new();
    sources.add(source);
    Refusal { reason: Box::new(reason), sources }
}

fn hash(object: Object) -> Hash {
    object.into_iter().map(|(key, value)| (Value::str(key), value_of(value))).collect()
}

fn value_of(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Undef,
        serde_json::Value::Bool(value) => Value::Bool(value),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Value::Int(number),
            (None, Some(number)) => Value::integer(BigInt::from(number)),
            (None, None) => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        serde_json::Value::String(text) => Value::str(text),
        serde_json::Value::Array(values) => Value::array(values.into_iter().map(value_of)),
        serde_json::Value::Object(object) => Value::Hash(hash(object)),
    }
}
