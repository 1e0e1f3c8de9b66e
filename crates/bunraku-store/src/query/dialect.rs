//! Where databases differ in their SQL.

use super::Kind;

/// What a database writes in its own way. Everything else is SQL that all of them read.
pub trait Dialect {
    /// The mark of a bound parameter, counted from one.
    fn parameter(&self, number: usize) -> String;

    /// Whether a regular expression, which is a bound parameter, is found in a string.
    fn matches(&self, text: &str, pattern: &str) -> String;

    /// The part of a document that a path leads to, which is a bound parameter, as a value of SQL.
    fn part(&self, document: &str, path: &str) -> String;

    /// The same as a document.
    fn part_document(&self, document: &str, path: &str) -> String;

    /// The kind of that part: `text`, `integer`, `real`, `true`, `false`, `null`, `array`, `object`.
    fn part_kind(&self, document: &str, path: &str) -> String;

    /// Whether a list of strings, which is a document, has one that a comparison holds for; it names it `value`.
    fn has_element(&self, document: &str, comparison: &str) -> String;

    /// The values of a list that is a bound parameter, as rows of a subquery.
    fn elements(&self, list: &str) -> String;

    /// A column of an aggregate over a field of a kind.
    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String;
}

/// SQLite, with the functions that this crate registers.
#[derive(Debug, Clone, Copy)]
pub struct Sqlite;

impl Dialect for Sqlite {
    fn parameter(&self, number: usize) -> String {
        format!("?{number}")
    }

    fn matches(&self, text: &str, pattern: &str) -> String {
        format!("regexp({pattern}, {text})")
    }

    fn part(&self, document: &str, path: &str) -> String {
        format!("json_extract({document}, {path})")
    }

    fn part_document(&self, document: &str, path: &str) -> String {
        format!("({document} -> {path})")
    }

    fn part_kind(&self, document: &str, path: &str) -> String {
        format!("json_type({document}, {path})")
    }

    fn has_element(&self, document: &str, comparison: &str) -> String {
        format!("exists (select 1 from json_each({document}) where {comparison})")
    }

    fn elements(&self, list: &str) -> String {
        format!("select value from json_each({list})")
    }

    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String {
        match kind {
            // A document is a string: its value counts.
            Kind::Json => format!("{function}(json_extract({column}, '$'))"),
            _ => format!("{function}({column})"),
        }
    }
}
