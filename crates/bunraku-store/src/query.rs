//! PuppetDB's query language: an AST or PQL becomes a [`Select`], a select becomes SQL, rows become JSON.

mod ast;
mod condition;
pub mod counts;
mod dialect;
mod entity;
mod field;
mod fit;
mod pql;
mod run;
mod select;
mod sql;

use bunraku_pcore::Value;

use crate::Error;

pub(crate) use dialect::{Dialect, Postgres, Sqlite};
pub use entity::Kind;
pub use run::QueryResult;
pub(crate) use run::run;
pub use select::Select;
pub use sql::Statement;

/// Paging and order of an answer.
#[derive(Debug, Clone, Default)]
pub struct Paging {
    /// The maximum number of rows.
    pub limit: Option<u64>,
    /// The number of rows to skip.
    pub offset: Option<u64>,
    /// Fields, and whether each is in descending order.
    pub order_by: Vec<(String, bool)>,
    /// Whether to count all rows, regardless of the limit.
    pub include_total: bool,
}

/// Parses a query that names its entity: a string in PQL, or an AST that starts with `from`.
pub fn read(query: &Value) -> Result<Select, Error> {
    match query {
        Value::Str(text) => {
            // Tools also send an AST as a string.
            let ast = match text.trim_start().starts_with('[') {
                true => read_json(text)?,
                false => pql::parse(text)?,
            };
            ast::read_from(&ast)
        }
        query => ast::read_from(query),
    }
}

/// Parses a query about an entity; `None` for all rows.
pub fn read_about(entity: &str, query: Option<&Value>) -> Result<Select, Error> {
    ast::read_about(entity::named(entity)?, query)
}

/// The SQL of a select for SQLite, for explanations and tests.
pub fn explain(select: &Select) -> Result<Statement, Error> {
    sql::statement(select, &Sqlite)
}

pub(crate) fn read_json(text: &str) -> Result<Value, Error> {
    let wrong = |error: bunraku_formats::Error| {
        Error::invalid(format!("the query is not JSON: {} on line {}", error.message, error.position.line))
    };
    bunraku_formats::json::read_value(text).map_err(wrong)
}
