//! JSON and YAML files that describe a node or contain values.

use std::path::Path;

use bunraku::Document;
use bunraku::diag::{Diagnostic, codes};
use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};

use crate::files;
use crate::report::Refusal;

/// Reads the trusted facts of a node: an object, or its member `trusted`.
pub fn trusted(path: &Path) -> Result<Value, Refusal> {
    let object = object(path)?;
    Ok(match object.get_str("trusted") {
        Some(inner @ Value::Hash(_)) => inner.clone(),
        _ => Value::Hash(object),
    })
}

/// Reads a file that must contain an object.
pub fn object(path: &Path) -> Result<Hash, Refusal> {
    let document = Document::read(files::source_of(path)?)?;
    match document.value {
        Value::Hash(object) => Ok(object),
        _ => {
            let message = format!("`{}` is not a {} object", path.display(), document.form);
            let help = "write an object such as `{\"name\": \"value\"}`";
            Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into())
        }
    }
}

/// Parses JSON.
pub fn value(text: &str) -> Option<Value> {
    json::read(text).ok().map(|json| json.value)
}
