//! Files of JSON or YAML that tell about a node, or give values.

use std::path::Path;

use bunraku::Document;
use bunraku::diag::{Diagnostic, codes};
use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};

use crate::files;
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

/// Reads a value from JSON text.
pub fn value(text: &str) -> Option<Value> {
    json::read(text).ok().map(|json| json.value)
}
