//! JSON as Ruby's `json` library reads and writes it: comments are skipped, the last of repeated keys counts.

mod read;
mod values;
mod write;

use bunraku_pcore::Value;

use crate::{Error, Position};

pub use read::{Accepted, Build, Failure, Reason, read_with};
pub use write::{Layout, NotFinite, Writer, to_json, write};

/// How many arrays and objects may stand inside each other, as in Ruby.
pub const MAX_DEPTH: usize = 100;

/// A JSON text that was read.
#[derive(Debug)]
pub struct Json {
    /// The value that the text stands for.
    pub value: Value,
    /// Where the keys of the outermost object stand, in the order of its entries.
    pub positions: Vec<Position>,
}

/// Reads a JSON text.
pub fn read_value(text: &str) -> Result<Value, Error> {
    values::read_value(text)
}

/// Reads a JSON text and notes where the keys of its outermost object stand.
pub fn read(text: &str) -> Result<Json, Error> {
    values::read(text)
}
