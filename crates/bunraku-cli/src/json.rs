//! Files of JSON or YAML that tell about a node, or give values.

use std::borrow::Cow;
use std::path::Path;

use bunraku_diag::{Diagnostic, Source, Sources, TextRange, codes};
use bunraku_formats::{Error, ErrorKind, Position, json, yaml};
use bunraku_pcore::{Hash, Value};

use crate::files::{self, Content};
use crate::report::Refusal;

/// Reads what is trusted about a node: an object, alone or as the member `trusted` of one.
pub fn trusted(path: &Path) -> Result<Value, Refusal> {
    let object = object(path)?;
    Ok(match object.get_str("trusted") {
        Some(inner @ Value::Hash(_)) => inner.clone(),
        _ => Value::Hash(object),
    })
}

/// Reads a file that must be an object.
pub fn object(path: &Path) -> Result<Hash, Refusal> {
    match read(path)? {
        (Value::Hash(object), _) => Ok(object),
        (_, form) => {
            let message = format!("`{}` is not a {form} object", path.display());
            let help = "write an object with a member for each name: `{\"name\": \"value\"}`";
            Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into())
        }
    }
}

/// Reads a file: JSON, or YAML if it is called so. What has neither name and is no JSON may be YAML, too.
pub fn document(path: &Path) -> Result<Value, Refusal> {
    read(path).map(|(value, _)| value)
}

/// Reads a value from JSON text.
pub fn value(text: &str) -> Option<Value> {
    json::read(text).ok().map(|json| json.value)
}

/// The value of a file, and the form that it is in.
fn read(path: &Path) -> Result<(Value, &'static str), Refusal> {
    let input = files::find_one(path, "<stdin>")?;
    let source = match input.read() {
        Content::Text(source) => source,
        Content::Broken(source, reason) => return Err(refusal(reason, source)),
    };
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let (form, read) = match extension {
        "yaml" | "yml" => ("YAML", read_yaml(source.text())),
        _ => {
            let read = json::read(source.text()).map(|json| json.value);
            let other = (extension != "json" && read.is_err()).then(|| read_yaml(source.text()));
            match other {
                // Almost any text is a string of YAML.
                Some(Ok(value @ (Value::Hash(_) | Value::Array(_)))) => ("YAML", Ok(value)),
                _ => ("JSON", read),
            }
        }
    };
    match read {
        Ok(value) => Ok((value, form)),
        Err(error) => {
            let message = format!("`{}` is not {form}", source.name());
            let span = source.span(TextRange::at(offset(&source, error.position)));
            Err(refusal(Diagnostic::error(codes::WRONG_USE, message).at(span, error.message), source))
        }
    }
}

fn read_yaml(text: &str) -> Result<Value, Error> {
    let document = yaml::read(&without_class(text))?;
    match document.flaw {
        None => Ok(document.value),
        Some(flaw) => {
            Err(Error { kind: ErrorKind::Data, message: flaw.message.clone(), position: flaw.position })
        }
    }
}

/// The facts that a server keeps begin with the class of Ruby that they were made from. It makes room for blanks, so
/// that everything else stays where it is.
fn without_class(text: &str) -> Cow<'_, str> {
    let class = "!ruby/object:Puppet::Node::Facts";
    match text.split_once(class) {
        Some((before, rest)) if before.trim() == "---" => {
            format!("{before}{}{rest}", " ".repeat(class.len())).into()
        }
        _ => text.into(),
    }
}

/// Where a position is, in bytes.
fn offset(source: &Source, position: Position) -> u32 {
    let line = source.line_range(position.line);
    let before = source.line(position.line).chars().take(position.column.saturating_sub(1) as usize);
    let bytes = before.map(|char| u32::try_from(char.len_utf8()).unwrap_or(0)).sum();
    line.start.saturating_add(bytes).min(line.end)
}

fn refusal(reason: Diagnostic, source: Source) -> Refusal {
    let mut sources = Sources::new();
    sources.add(source);
    Refusal { reason: Box::new(reason), sources }
}
