//! What this crate asks of a database: statements with bound values. SQLite and PostgreSQL are two implementations of it.

use crate::{Error, query::Dialect};

/// A value that is bound to a statement, or that a row has.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// No value.
    Null,
    /// An integer: a number, a time in milliseconds, or 0 and 1 for false and true.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// A string.
    Text(String),
    /// A document of JSON.
    Json(String),
}

/// A connection to a database. Statements have marks as `?1` for what is bound to them.
pub trait Session {
    /// How this database writes its SQL.
    fn dialect(&self) -> &'static dyn Dialect;

    /// Runs a statement; how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[Cell]) -> Result<usize, Error>;

    /// Hands over the rows of a query one by one.
    fn query(&mut self, sql: &str, values: &[Cell], each: &mut EachRow<'_>) -> Result<(), Error>;

    /// Inserts many rows. `conflict` is what follows the values, as `on conflict do nothing`.
    fn insert(&mut self, into: &Insert<'_>, rows: &[Vec<Cell>]) -> Result<(), Error>;

    /// Runs statements without values, separated by semicolons.
    fn batch(&mut self, sql: &str) -> Result<(), Error>;
}

/// What is done with each row of a query.
pub type EachRow<'f> = dyn FnMut(Vec<Cell>) -> Result<(), Error> + 'f;

/// Where rows are inserted.
#[derive(Debug, Clone, Copy)]
pub struct Insert<'t> {
    /// The table.
    pub table: &'t str,
    /// Its columns that have a value.
    pub columns: &'t [&'t str],
    /// What happens to a row that is there, as `on conflict do nothing`; nothing fails.
    pub conflict: &'t str,
}

impl Insert<'_> {
    /// The statement that inserts so many rows, with its marks.
    pub fn statement(&self, rows: usize, mark: &dyn Fn(usize) -> String) -> String {
        let width = self.columns.len();
        let row = |row: usize| {
            let marks: Vec<String> = (1..=width).map(|column| mark(row * width + column)).collect();
            format!("({})", marks.join(", "))
        };
        let values: Vec<String> = (0..rows).map(row).collect();
        let (table, columns) = (self.table, self.columns.join(", "));
        format!("insert into {table} ({columns}) values {} {}", values.join(", "), self.conflict)
    }
}

/// All rows of a query.
pub fn rows(session: &mut dyn Session, sql: &str, values: &[Cell]) -> Result<Vec<Vec<Cell>>, Error> {
    let mut rows = Vec::new();
    session.query(sql, values, &mut |row| {
        rows.push(row);
        Ok(())
    })?;
    Ok(rows)
}

/// The first row of a query.
pub fn row(session: &mut dyn Session, sql: &str, values: &[Cell]) -> Result<Option<Vec<Cell>>, Error> {
    Ok(rows(session, sql, values)?.into_iter().next())
}

/// The first number of the first row of a query.
pub fn number(session: &mut dyn Session, sql: &str, values: &[Cell]) -> Result<i64, Error> {
    let found = row(session, sql, values)?.and_then(|row| row.first().and_then(Cell::int));
    Ok(found.unwrap_or_default())
}

impl Cell {
    /// The integer that it is.
    pub fn int(&self) -> Option<i64> {
        match self {
            Cell::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The string that it is.
    pub fn into_text(self) -> Option<String> {
        match self {
            Cell::Text(text) | Cell::Json(text) => Some(text),
            _ => None,
        }
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Int(number)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Cell {
        Cell::Int(i64::from(flag))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

impl From<&Option<String>> for Cell {
    fn from(text: &Option<String>) -> Cell {
        text.as_ref().map_or(Cell::Null, Cell::from)
    }
}

impl From<&Option<i64>> for Cell {
    fn from(number: &Option<i64>) -> Cell {
        number.map_or(Cell::Null, Cell::Int)
    }
}

impl From<&Option<bool>> for Cell {
    fn from(flag: &Option<bool>) -> Cell {
        flag.map_or(Cell::Null, Cell::from)
    }
}
