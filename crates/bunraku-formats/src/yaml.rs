//! YAML as Ruby's Psych reads it: the first document of a text, as a value of the language.
//!
//! Syntax is that of libyaml. Plain scalars follow Psych's YAML 1.1 rules ([`plain_scalar`]). What Psych refuses in safe mode
//! (dates, times, sets, objects) is an error. What it gives but data cannot hold (symbols as values, `true` as a key)
//! is noted as a [`Flaw`] of the top-level entry that contains it, because Puppet complains only when that is used.

mod build;
mod events;
mod scalar;
mod tags;
pub mod write;

use std::collections::HashMap;
use std::sync::Arc;

use bunraku_pcore::Value;

use crate::{Error, Position};

pub use scalar::{Scalar, ScalarError};

/// How many containers may stand inside each other.
pub const MAX_DEPTH: usize = 256;

/// How many values aliases may add to a document, counted as if each were written out.
pub const MAX_ALIASED: usize = 1_000_000;

/// Reads the first document of a text.
pub fn read(text: &str) -> Result<Document, Error> {
    build::document(text, build::Positions::TopLevel, build::Reader::Data)
}

/// Reads the first document of a text and notes where everything stands, for messages about configuration.
pub fn read_with_positions(text: &str) -> Result<Document, Error> {
    build::document(text, build::Positions::All, build::Reader::Data)
}

/// Reads the first document of a text for Ruby code. Symbols are strings with [`SYMBOL_MARK`] before their names, and
/// regular expressions (`!ruby/regexp`) are read where code permits them.
pub fn read_for_ruby(text: &str, regexps: bool) -> Result<Document, Error> {
    build::document(text, build::Positions::TopLevel, build::Reader::Ruby { regexps })
}

/// What tells a symbol from a string in what Ruby code reads, because no value of the language can hold a symbol.
pub const SYMBOL_MARK: &str = "\u{0}:";

/// The scalar that a plain text stands for.
pub fn plain_scalar(text: &str) -> Result<Scalar, ScalarError> {
    scalar::resolve(text)
}

/// The first document of a text.
#[derive(Debug, Default)]
pub struct Document {
    /// The value; `undef` for an empty text.
    pub value: Value,
    /// Where the keys of the topmost mapping stand, in the order of its entries.
    pub positions: Vec<Position>,
    /// What is wrong with entries of the topmost mapping, by their position in it.
    pub flaws: HashMap<usize, Arc<Flaw>>,
    /// What is wrong with any part of the document.
    pub flaw: Option<Arc<Flaw>>,
    /// Where every key and element stands, by its path (`hierarchy.0.name`); only if asked for.
    pub paths: HashMap<String, Position>,
}

/// Something that Psych accepts but data cannot hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub message: String,
    /// Where it is.
    pub position: Position,
}
