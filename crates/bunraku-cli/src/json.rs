//! Files that tell about a node, in JSON or YAML: its facts and what is trusted about it.

use std::path::Path;

use bunraku_diag::{Diagnostic, FileId, Source, Sources, Span, TextRange, codes};
use bunraku_hiera::yaml::YamlError;
use bunraku_hiera::{json, yaml};
use bunraku_pcore::{Hash, Value};

use crate::files::{self, Content};
use crate::report::Refusal;

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
    if let Some(Value::Hash(inner)) = object.get_str("facts") {
        object = inner.clone();
    }
    let wrapper = ["name", "values", "timestamp", "expiration"];
    let is_wrapped = object.keys().all(|key| key.as_str().is_some_and(|key| wrapper.contains(&key)));
    if is_wrapped && let Some(Value::Hash(inner)) = object.get_str("values") {
        let node = object.get_str("name").and_then(Value::as_str).map(str::to_owned);
        return Ok(Facts { values: inner.clone(), node });
    }
    Ok(Facts { values: object, node: None })
}

/// Reads what is trusted about a node: an object, alone or as the member `trusted` of one.
pub fn trusted(path: &Path) -> Result<Value, Refusal> {
    let object = object(path)?;
    Ok(match object.get_str("trusted") {
        Some(Value::Hash(inner)) => Value::Hash(inner.clone()),
        _ => Value::Hash(object),
    })
}

/// Reads a value from JSON text.
pub fn value(text: &str) -> Option<Value> {
    json::read(text).ok().map(|json| json.value)
}

/// Reads a file that must be an object: JSON, or YAML if it is called so or is no JSON.
pub fn object(path: &Path) -> Result<Hash, Refusal> {
    let input = files::find_one(path, "<stdin>")?;
    let source = match input.read(FileId(0)) {
        Content::Text(source) => source,
        Content::Broken(source, reason) => return Err(refusal(reason, source)),
    };
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let read_yaml = || yaml::read(source.text()).map(|document| document.value);
    let (form, read) = match extension {
        "yaml" | "yml" => ("YAML", read_yaml()),
        _ => {
            let read = json::read(source.text()).map(|json| json.value);
            let other = (extension != "json" && read.is_err()).then(read_yaml);
            match other {
                Some(Ok(value @ Value::Hash(_))) => ("YAML", Ok(value)),
                _ => ("JSON", read),
            }
        }
    };
    match read {
        Ok(Value::Hash(object)) => Ok(object),
        Ok(_) => {
            let message = format!("`{}` is not a {form} object", source.name());
            let help = "write an object with a member for each name: `{\"name\": \"value\"}`";
            Err(refusal(Diagnostic::error(codes::WRONG_USE, message).help(help), source))
        }
        Err(error) => {
            let message = format!("`{}` is not {form}", source.name());
            let span = Span { file: FileId(0), range: TextRange::at(offset(&source, &error)) };
            Err(refusal(Diagnostic::error(codes::WRONG_USE, message).at(span, error.message), source))
        }
    }
}

/// Where an error is, in bytes.
fn offset(source: &Source, error: &YamlError) -> u32 {
    let line = source.line_range(error.position.line);
    let before =
        source.line(error.position.line).chars().take(error.position.column.saturating_sub(1) as usize);
    let bytes = before.map(|char| u32::try_from(char.len_utf8()).unwrap_or(0)).sum();
    line.start.saturating_add(bytes).min(line.end)
}

fn refusal(reason: Diagnostic, source: Source) -> Refusal {
    let mut sources = Sources::new();
    sources.add(source);
    Refusal { reason: Box::new(reason), sources }
}
