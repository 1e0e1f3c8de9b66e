//! HOCON: JSON with optional braces, quotes and commas, with paths as keys, substitutions and includes, as Ruby's hocon
//! library reads it.
//!
//! A document is parsed to a tree of nodes (`node`), in which later values are layered over earlier ones. A second pass
//! (`resolve`) resolves substitutions, which may refer to anything in the document, including what they override.

mod fields;
mod node;
mod parse;
mod resolve;

use std::path::Path;

use bunraku_pcore::Value;

use crate::{Error, Position};

/// How deeply arrays and objects may be nested.
const MAX_DEPTH: usize = 100;

/// A parsed HOCON document.
#[derive(Debug)]
pub struct Hocon {
    /// The value, with substitutions resolved.
    pub value: Value,
    /// The positions of the keys of the outermost object, in the order of its entries. Included keys have none.
    pub positions: Vec<Position>,
}

/// What a document may refer to besides itself.
pub trait World {
    /// An environment variable, for substitutions without a value in the document; the error is the reason if it may
    /// not be read.
    fn variable(&self, name: &str) -> Result<Option<String>, String>;

    /// The text of an included file; `None` if it does not exist, and the reason as an error if it may not be read.
    fn file(&self, path: &Path) -> Result<Option<String>, String>;
}

/// A world without variables and files.
#[derive(Debug, Clone, Copy)]
pub struct Alone;

impl World for Alone {
    fn variable(&self, _name: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn file(&self, _path: &Path) -> Result<Option<String>, String> {
        Ok(None)
    }
}

/// Reads a HOCON document that stands alone: without environment variables and files.
pub fn read(text: &str) -> Result<Value, Error> {
    read_in(text, &Alone).map(|hocon| hocon.value)
}

/// Reads a HOCON document that may refer to its surroundings.
pub fn read_in(text: &str, world: &dyn World) -> Result<Hocon, Error> {
    let parsed = parse::parse(text, world)?;
    let value = resolve::resolve(&parsed.root, world)?;
    let positions = match &value {
        Value::Hash(hash) => hash
            .keys()
            .map(|key| key.as_str().and_then(|key| parsed.positions.get(key)).copied().unwrap_or_default())
            .collect(),
        _ => Vec::new(),
    };
    Ok(Hocon { value, positions })
}
