//! Differences between the SQL of databases.

mod postgres;
mod sqlite;

use super::{Kind, field::Step};
use crate::session::Cell;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

/// What a database writes in its own way. Everything else is common SQL.
///
/// A document is a column or expression with JSON as a string; marks are placeholders for bound parameters.
pub trait Dialect: Sync {
    /// The mark of a bound parameter, numbered from one.
    fn parameter(&self, number: usize, value: &Cell) -> String;

    /// A path into a document, as it is bound.
    fn path(&self, steps: &[Step]) -> String;

    /// Whether a regular expression matches anywhere in a string.
    fn matches(&self, text: &str, pattern: &str) -> String;

    /// Whether each part of a fact's path, which is a document, matches its pattern.
    fn path_matches(&self, path: &str, patterns: &[String]) -> String;

    /// The string at a path, or null if it is not a string.
    fn text_part(&self, document: &str, path: &str) -> String;

    /// The number at a path, or null if it is not a number.
    fn number_part(&self, document: &str, path: &str) -> String;

    /// The part at a path, as a document.
    fn part_document(&self, document: &str, path: &str) -> String;

    /// Whether the part at a path equals another document.
    fn same_document(&self, document: &str, path: &str, other: &str) -> String;

    /// Whether a comparison holds for one of the strings in a list, which is a document; it refers to it as `value`.
    fn has_element(&self, document: &str, comparison: &str) -> String;

    /// The values of a list that is a document, as rows of a subquery.
    fn elements(&self, list: &str, kind: Kind) -> String;

    /// A column with an aggregate over a field of a kind.
    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String;

    /// The statement that begins a writing transaction.
    fn begin(&self) -> &'static str;

    /// Updates the statistics of the query planner, with bounded effort.
    fn measure(&self) -> &'static str;

    /// The suffix of a select that locks its rows until the transaction ends.
    fn row_lock(&self) -> &'static str;

    /// A select of the names of all tables.
    fn tables(&self) -> &'static str;

    /// A select of the size of the database in bytes.
    fn size(&self) -> &'static str;

    /// Converts definitions of tables, which are written for SQLite.
    fn definition(&self, sql: &str) -> String;

    /// Selects the SQL of a field or table for this database.
    fn choose(&self, sql: Sql) -> &'static str;
}

/// A piece of SQL.
#[derive(Debug, Clone, Copy)]
pub enum Sql {
    /// The same for all databases.
    All(&'static str),
    /// Different for each database.
    Each {
        /// For SQLite.
        sqlite: &'static str,
        /// For PostgreSQL.
        postgres: &'static str,
    },
}
