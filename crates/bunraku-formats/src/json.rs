//! JSON as Ruby's `json` library reads and writes it: comments are skipped, and the last of duplicate keys counts.

mod failure;
mod members;
mod read;
mod tree;
mod values;
mod write;

use bunraku_pcore::Value;

use crate::{Error, Position};

pub use failure::{Failure, Reason};
pub use members::members;
pub use read::{Accepted, Build, read_with};
pub use tree::Tree;
pub use write::{Layout, NotFinite, Writer, to_json, write};

/// How deeply arrays and objects may be nested, as in Ruby.
pub const MAX_DEPTH: usize = 100;

/// A parsed JSON document.
#[derive(Debug)]
pub struct Json {
    /// The value of the document.
    pub value: Value,
    /// The positions of the keys of the outermost object, in the order of its entries.
    pub positions: Vec<Position>,
}

/// Reads a JSON document.
pub fn read_value(text: &str) -> Result<Value, Error> {
    values::read_value(text)
}

/// Reads a JSON document and records the positions of the keys of its outermost object.
pub fn read(text: &str) -> Result<Json, Error> {
    values::read(text)
}
