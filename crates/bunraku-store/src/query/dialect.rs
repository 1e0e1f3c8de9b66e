//! Where databases differ in their SQL.

mod postgres;
mod sqlite;

use super::{Kind, field::Step};
use crate::session::Cell;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

/// What a database writes in its own way. Everything else is SQL that all of them read.
///
/// A document is a column or an expression that holds JSON as a string; marks stand for bound parameters.
pub trait Dialect: Sync {
    /// The mark of a bound parameter, counted from one.
    fn parameter(&self, number: usize, value: &Cell) -> String;

    /// A path into a document, as it is bound.
    fn path(&self, steps: &[Step]) -> String;

    /// Whether a regular expression is found in a string.
    fn matches(&self, text: &str, pattern: &str) -> String;

    /// Whether each part of a path of a fact, which is a document, is matched by its pattern.
    fn path_matches(&self, path: &str, patterns: &[String]) -> String;

    /// The string that a path leads to, or null if that is not a string.
    fn text_part(&self, document: &str, path: &str) -> String;

    /// The number that a path leads to, or null if that is not a number.
    fn number_part(&self, document: &str, path: &str) -> String;

    /// What a path leads to, as a document.
    fn part_document(&self, document: &str, path: &str) -> String;

    /// Whether what a path leads to is the same as another document.
    fn same_document(&self, document: &str, path: &str, other: &str) -> String;

    /// Whether a list of strings, which is a document, has one that a comparison holds for; it names it `value`.
    fn has_element(&self, document: &str, comparison: &str) -> String;

    /// The values of a list that is a document, as rows of a subquery.
    fn elements(&self, list: &str, kind: Kind) -> String;

    /// A column of an aggregate over a field of a kind.
    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String;

    /// How a transaction begins that writes.
    fn begin(&self) -> &'static str;

    /// Has the database count what its tables have; what it needs for that is bounded.
    fn measure(&self) -> &'static str;

    /// What a select ends with that locks its rows until the transaction ends.
    fn row_lock(&self) -> &'static str;

    /// A select of the names of all tables.
    fn tables(&self) -> &'static str;

    /// A select of the size of the database in bytes.
    fn size(&self) -> &'static str;

    /// Definitions of tables, which are written for SQLite, as this database has them.
    fn definition(&self, sql: &str) -> String;

    /// The SQL of a field or of tables.
    fn choose(&self, sql: Sql) -> &'static str;
}

/// A piece of SQL.
#[derive(Debug, Clone, Copy)]
pub enum Sql {
    /// All databases read it.
    All(&'static str),
    /// Each has its own.
    Each {
        /// For SQLite.
        sqlite: &'static str,
        /// For PostgreSQL.
        postgres: &'static str,
    },
}
