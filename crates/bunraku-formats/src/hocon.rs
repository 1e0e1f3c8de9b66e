//! HOCON: JSON that may leave out braces, quotes and commas, with paths as keys, substitutions and includes, as Ruby's
//! hocon library reads it.
//!
//! A text becomes a tree of nodes (`node`), in which what is written later lies over what was there before. A second
//! pass resolves (`resolve`) substitutions, which may refer to anything in the text, also to what they lie over.

mod fields;
mod node;
mod parse;
mod resolve;

use std::path::Path;

use bunraku_pcore::Value;

use crate::{Error, Position};

/// How many arrays and objects may stand inside each other.
const MAX_DEPTH: usize = 100;

/// A HOCON text that was read.
#[derive(Debug)]
pub struct Hocon {
    /// The value.
    pub value: Value,
    /// Where the keys of the outermost object stand, in the order of its entries. What is included has no place.
    pub positions: Vec<Position>,
}

/// What a text may refer to besides itself.
pub trait World {
    /// A variable of the process's environment, for substitutions that nothing in the text has a value for; the reason
    /// if it may not be read.
    fn variable(&self, name: &str) -> Result<Option<String>, String>;

    /// The text of a file that is included; nothing if there is no such file, and the reason if it may not be read.
    fn file(&self, path: &Path) -> Result<Option<String>, String>;
}

/// Nothing: a text that stands alone.
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

/// Reads a HOCON text that has nothing around it: no environment variables, no files.
pub fn read(text: &str) -> Result<Value, Error> {
    read_in(text, &Alone).map(|hocon| hocon.value)
}

/// Reads a HOCON text that may refer to what is around it.
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
