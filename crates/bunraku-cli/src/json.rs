//! Files of JSON or YAML that tell about a node.

use std::path::Path;

use bunraku_diag::{Diagnostic, FileId, Source, Sources, Span, TextRange, codes};
use bunraku_pcore::{Hash, Value};
use num_bigint::BigInt;
use serde_json::Map;

use crate::files::{self, Content};
use crate::report::Refusal;

/// Reads what is trusted about a node: a mapping, alone or as the member `trusted` of one.
pub fn trusted(path: &Path) -> Result<Value, Refusal> {
    let Value::Hash(entries) = document(path)? else {
        let message = format!("`{}` is not a JSON object", path.display());
        let reason = Diagnostic::error(codes::WRONG_USE, message);
        return Err(reason
            .help("write an object with a member for each name: `{\"name\": \"value\"}`")
            .into());
    };
    Ok(match entries.get_str("trusted") {
        Some(inner @ Value::Hash(_)) => inner.clone(),
        _ => Value::Hash(entries),
    })
}

/// Reads a value from JSON text.
pub fn value(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().map(value_of)
}

/// Reads a JSON file, or a YAML file if that is how its name ends.
pub fn document(path: &Path) -> Result<Value, Refusal> {
    let input = files::find_one(path, "<stdin>")?;
    let source = match input.read(FileId(0)) {
        Content::Text(source) => source,
        Content::Broken(source, reason) => return Err(refusal(reason, source)),
    };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml" | "yml") => yaml(source),
        _ => json(source),
    }
}

fn yaml(source: Source) -> Result<Value, Refusal> {
    // The facts that a server keeps name the class of Ruby that they were made from.
    let class = "!ruby/object:Puppet::Node::Facts";
    let text = source.text().replacen(class, "", 1);
    let (message, position) = match bunraku_hiera::yaml::read(&text) {
        Ok(document) => match document.flaw {
            None => return Ok(document.value),
            Some(flaw) => (flaw.message.clone(), flaw.position),
        },
        Err(error) => (error.message, error.position),
    };
    let line = source.line_range(position.line);
    let start = line.start.saturating_add(position.column.saturating_sub(1)).min(line.end);
    let span = Span { file: FileId(0), range: TextRange::at(start) };
    let reason = Diagnostic::error(codes::WRONG_USE, format!("`{}` is not YAML", source.name()));
    Err(refusal(reason.at(span, message), source))
}

fn json(source: Source) -> Result<Value, Refusal> {
    let error = match serde_json::from_str(source.text()) {
        Ok(value) => return Ok(value_of(value)),
        Err(error) => error,
    };
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

fn refusal(reason: Diagnostic, source: Source) -> Refusal {
    let mut sources = Sources::new();
    sources.add(source);
    Refusal { reason: Box::new(reason), sources }
}

fn hash(object: Map<String, serde_json::Value>) -> Hash {
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
