//! YAML as Ruby's Psych reads it: the first document of a stream, as a value of the language.
//!
//! The syntax is that of libyaml. Plain scalars follow Psych's YAML 1.1 rules ([`plain_scalar`]). What Psych rejects in
//! safe mode (dates, times, sets, objects) is an error. What it accepts but data cannot represent (symbols as values,
//! `true` as a key) is recorded as a [`Flaw`] of the top-level entry that contains it, because Puppet only complains
//! when that is used.

mod build;
mod cause;
mod events;
mod scalar;
mod tags;
pub mod write;

use std::collections::HashMap;
use std::sync::Arc;

use bunraku_pcore::Value;

use crate::{Error, Position};

pub use cause::cause;
pub use scalar::{Scalar, ScalarError};

/// How deeply collections may be nested.
pub const MAX_DEPTH: usize = 256;

/// How many values aliases may add to a document, counted as if each were written out.
pub const MAX_ALIASED: usize = 1_000_000;

/// Reads the first document.
pub fn read(text: &str) -> Result<Document, Error> {
    build::document(text, build::Positions::TopLevel, build::Reader::Data)
}

/// Reads the first document and records all positions, for messages about configuration.
pub fn read_with_positions(text: &str) -> Result<Document, Error> {
    build::document(text, build::Positions::All, build::Reader::Data)
}

/// Reads the first document for Ruby code. Symbols are strings prefixed with [`SYMBOL_MARK`], and regular expressions
/// (`!ruby/regexp`) are read if the code permits them.
pub fn read_for_ruby(text: &str, permitted: Permitted) -> Result<Document, Error> {
    build::document(text, build::Positions::TopLevel, build::Reader::Ruby(permitted))
}

/// What Ruby code permits in addition to plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Permitted {
    /// Regular expressions.
    pub regexps: bool,
    /// Dates, which become strings with [`DATE_MARK`].
    pub dates: bool,
    /// Times, which become strings with [`TIME_MARK`].
    pub times: bool,
}

/// Distinguishes symbols from strings for Ruby code, because no value of the language can represent a symbol.
pub const SYMBOL_MARK: &str = "\u{0}:";

/// Distinguishes dates that Ruby code permits from strings.
pub const DATE_MARK: &str = "\u{0}d";

/// Distinguishes times that Ruby code permits from strings.
pub const TIME_MARK: &str = "\u{0}t";

/// Parses a plain scalar.
pub fn plain_scalar(text: &str) -> Result<Scalar, ScalarError> {
    scalar::resolve(text)
}

/// The first document of a stream.
#[derive(Debug, Default)]
pub struct Document {
    /// The value; `undef` for an empty stream.
    pub value: Value,
    /// The positions of the keys of the outermost mapping, in the order of its entries.
    pub positions: Vec<Position>,
    /// What is wrong with entries of the outermost mapping, by their index.
    pub flaws: HashMap<usize, Arc<Flaw>>,
    /// The first flaw in any part of the document.
    pub flaw: Option<Arc<Flaw>>,
    /// The first alias that the document uses.
    pub alias: Option<String>,
    /// The position of every key and element, by its path (`hierarchy.0.name`); only if requested.
    pub paths: HashMap<String, Position>,
}

/// Something that Psych accepts but data cannot represent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What is wrong, as a sentence without the position.
    pub message: String,
    /// The position of the flaw.
    pub position: Position,
}
