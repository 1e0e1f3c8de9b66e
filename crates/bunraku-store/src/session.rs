//! The interface to a database: statements with bound values. Implemented by SQLite and PostgreSQL.

use crate::{Error, query::Dialect};

/// A value that is bound to a statement, or part of a row.
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

/// A connection to a database. Statements contain marks such as `?1` for bound values.
pub trait Session {
    /// The SQL dialect of this database.
    fn dialect(&self) -> &'static dyn Dialect;

    /// Runs a statement and returns the number of changed rows.
    fn execute(&mut self, sql: &str, values: &[Cell]) -> Result<usize, Error>;

    /// Runs a query and calls `each` for each row.
    fn query(&mut self, sql: &str, values: &[Cell], each: &mut EachRow<'_>) -> Result<(), Error>;

    /// Inserts many rows.
    fn insert(&mut self, into: &Insert<'_>, rows: &[Row<'_>]) -> Result<(), Error>;

    /// Runs statements without values, separated by semicolons.
    fn batch(&mut self, sql: &str) -> Result<(), Error>;
}

/// Called for each row of a query.
pub type EachRow<'f> = dyn FnMut(Vec<Cell>) -> Result<(), Error> + 'f;

/// The target of an insertion.
#[derive(Debug, Clone, Copy)]
pub struct Insert<'t> {
    /// The table.
    pub table: &'t str,
    /// The columns that have values.
    pub columns: &'t [&'t str],
    /// What happens to existing rows, such as `on conflict do nothing`; empty to fail.
    pub conflict: &'t str,
}

impl Insert<'_> {
    /// The statement that inserts this many rows, with its marks.
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

/// A row that is inserted.
#[derive(Debug)]
pub struct Row<'r> {
    /// The first cells.
    pub first: Vec<Cell>,
    /// The other ones, which were made before.
    pub rest: &'r [Cell],
}

impl Row<'_> {
    /// A row of these cells.
    pub fn of(cells: Vec<Cell>) -> Row<'static> {
        Row { first: cells, rest: &[] }
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.first.iter().chain(self.rest)
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

/// The first value of the first row of a query, as a number.
pub fn number(session: &mut dyn Session, sql: &str, values: &[Cell]) -> Result<i64, Error> {
    let found = row(session, sql, values)?.and_then(|row| row.first().and_then(Cell::int));
    Ok(found.unwrap_or_default())
}

impl Cell {
    /// The value, if it is an integer.
    pub fn int(&self) -> Option<i64> {
        match self {
            Cell::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The value, if it is a string.
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
