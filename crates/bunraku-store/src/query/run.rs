//! Runs a statement: converts rows of the database to rows of an answer.

use bunraku_formats::json;
use bunraku_pcore::{Hash, Value};

use super::{
    Kind, Select,
    sql::{self, Statement},
};
use crate::{
    Error,
    session::{Cell, Session, number},
    time,
};

/// The answer to a query.
#[derive(Debug, Clone, Default)]
pub struct QueryResult {
    /// The rows.
    pub rows: Vec<Value>,
    /// The number of rows regardless of the limit, if it was requested.
    pub total: Option<u64>,
}

/// Runs a select.
pub fn run(session: &mut dyn Session, select: &Select, include_total: bool) -> Result<QueryResult, Error> {
    let dialect = session.dialect();
    let rows = rows(session, &sql::statement(select, dialect)?)?;
    let total = match include_total {
        true => {
            let statement = sql::count(select, dialect)?;
            Some(u64::try_from(number(session, &statement.sql, &statement.bound)?).unwrap_or_default())
        }
        false => None,
    };
    Ok(QueryResult { rows, total })
}

/// The rows of a statement.
fn rows(session: &mut dyn Session, statement: &Statement) -> Result<Vec<Value>, Error> {
    let names: Vec<Value> = statement.columns.iter().map(|(name, _)| Value::str(name.as_str())).collect();
    let mut rows = Vec::new();
    session.query(&statement.sql, &statement.bound, &mut |row| {
        let mut entries = Hash::with_capacity(names.len());
        for ((name, (_, kind)), cell) in names.iter().zip(&statement.columns).zip(row) {
            entries.insert(name.clone(), value(cell, *kind)?);
        }
        rows.push(Value::Hash(entries));
        Ok(())
    })?;
    Ok(rows)
}

fn value(found: Cell, kind: Kind) -> Result<Value, Error> {
    Ok(match (found, kind) {
        (Cell::Null, _) => Value::Undef,
        (Cell::Int(time), Kind::Time) => Value::str(time::show(time)),
        (Cell::Int(flag), Kind::Bool) => Value::Bool(flag != 0),
        (Cell::Int(number), _) => Value::Int(number),
        (Cell::Real(number), _) => Value::Float(number),
        (Cell::Text(text) | Cell::Json(text), Kind::Json | Kind::Facts | Kind::Tag) => {
            json::read_value(&text)
                .map_err(|error| Error::unavailable(format!("a document is not JSON: {}", error.message)))?
        }
        // PostgreSQL returns sums with more digits than a number has here.
        (Cell::Text(text) | Cell::Json(text), Kind::Number) => match text.parse::<i64>() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Float(text.parse().unwrap_or_default()),
        },
        (Cell::Text(text) | Cell::Json(text), _) => Value::str(text),
    })
}
