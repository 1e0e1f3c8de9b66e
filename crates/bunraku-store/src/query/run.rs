//! Running a statement: rows of the database become rows of an answer.

use bunraku_formats::json;
use bunraku_pcore::{Hash, Value};
use rusqlite::{
    Connection, ToSql,
    types::{ToSqlOutput, ValueRef},
};

use super::{
    Kind, Select, Sqlite,
    sql::{self, Bound, Statement},
};
use crate::{Error, time};

/// The answer to a query.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The rows.
    pub rows: Vec<Value>,
    /// How many rows there are without a limit, if that was asked for.
    pub total: Option<u64>,
}

/// Answers a select.
pub fn run(connection: &Connection, select: &Select, include_total: bool) -> Result<Answer, Error> {
    let statement = sql::statement(select, &Sqlite)?;
    let rows = rows(connection, &statement)?;
    let total = match include_total {
        true => {
            let statement = sql::count(select, &Sqlite)?;
            let mut prepared = connection.prepare_cached(&statement.sql)?;
            let bound = statement.bound.iter();
            let total: i64 = prepared.query_row(rusqlite::params_from_iter(bound), |row| row.get(0))?;
            Some(u64::try_from(total).unwrap_or_default())
        }
        false => None,
    };
    Ok(Answer { rows, total })
}

/// The rows of a statement.
pub(super) fn rows(connection: &Connection, statement: &Statement) -> Result<Vec<Value>, Error> {
    let mut prepared = connection.prepare_cached(&statement.sql)?;
    let names: Vec<Value> = statement.columns.iter().map(|(name, _)| Value::str(name.as_str())).collect();
    let mut found = prepared.query(rusqlite::params_from_iter(statement.bound.iter()))?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let mut entries = Hash::with_capacity(names.len());
        for (index, (name, (_, kind))) in names.iter().zip(&statement.columns).enumerate() {
            entries.insert(name.clone(), value(row.get_ref(index)?, *kind)?);
        }
        rows.push(Value::Hash(entries));
    }
    Ok(rows)
}

fn value(found: ValueRef<'_>, kind: Kind) -> Result<Value, Error> {
    Ok(match (found, kind) {
        (ValueRef::Null, _) => Value::Undef,
        (ValueRef::Integer(time), Kind::Time) => Value::str(time::show(time)),
        (ValueRef::Integer(flag), Kind::Bool) => Value::Bool(flag != 0),
        (ValueRef::Integer(number), _) => Value::Int(number),
        (ValueRef::Real(number), _) => Value::Float(number),
        (ValueRef::Text(text), kind) => {
            let text = std::str::from_utf8(text)
                .map_err(|_| Error::unavailable("the database has a string that is not UTF-8"))?;
            match kind {
                Kind::Json | Kind::Facts | Kind::Tag => json::read_value(text).map_err(|error| {
                    Error::unavailable(format!("a document is not JSON: {}", error.message))
                })?,
                _ => Value::str(text),
            }
        }
        (ValueRef::Blob(_), _) => {
            return Err(Error::unavailable("the database has bytes where a string should be"));
        }
    })
}

impl ToSql for Bound {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Bound::Text(text) => text.to_sql(),
            Bound::Int(number) => number.to_sql(),
            Bound::Real(number) => number.to_sql(),
        }
    }
}
