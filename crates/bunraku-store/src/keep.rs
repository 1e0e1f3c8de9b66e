//! What is stored about a node: facts, the last catalog, reports. The caller's thread parses them from PuppetDB's wire
//! format or converts plain values, so that the writing thread only has to write.

mod catalog;
mod facts;
mod node;
mod outline;
mod report;

use bunraku_pcore::{Hash, Value};

use crate::{Error, session::Cell, time};

pub use catalog::{Catalog, Resource};
pub use facts::Facts;
pub(crate) use node::{deactivate, expire, purge, remove_reports};
pub(crate) use outline::outline;
pub use report::Report;

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It was written.
    Written,
    /// It equals the stored data: only its time was written.
    Unchanged,
    /// The stored data is newer.
    Obsolete,
}

/// How far the clocks of servers that share a database may differ, in milliseconds.
const SKEW: i64 = 5 * 60 * 1000;

/// Whether what is stored is newer than a change that is received now.
///
/// A stored time in the future comes from a clock that was wrong and has been set right since: what a node sends now must
/// count, or nothing would be stored until that time has come.
fn is_newer(stored: &Cell, change: i64, now: i64) -> bool {
    stored.int().is_some_and(|stored| stored > change && stored <= now.saturating_add(SKEW))
}

/// The two values of a row; nulls for a missing row.
fn pair(row: Option<Vec<Cell>>) -> [Cell; 2] {
    row.and_then(|row| <[Cell; 2]>::try_from(row).ok()).unwrap_or([Cell::Null, Cell::Null])
}

/// Reads the fields of a document, with errors that name the field.
pub(crate) struct Fields<'d> {
    hash: &'d Hash,
    what: &'static str,
}

impl<'d> Fields<'d> {
    pub(crate) fn of(value: &'d Value, what: &'static str) -> Result<Fields<'d>, Error> {
        match value {
            Value::Hash(hash) => Ok(Fields { hash, what }),
            _ => Err(Error::invalid(format!("expected {what} to be an object"))),
        }
    }

    /// A field that may be missing or null.
    pub(crate) fn get(&self, name: &str) -> Option<&'d Value> {
        self.hash.get_str(name).filter(|value| !value.is_undef())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Str(text)) => Ok(Some(text.to_string())),
            Some(Value::Int(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(self.wrong(name, "a string")),
        }
    }

    pub(crate) fn needed(&self, name: &str) -> Result<String, Error> {
        let missing = || Error::invalid(format!("{} has no `{name}`", self.what));
        self.text(name)?.filter(|text| !text.is_empty()).ok_or_else(missing)
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.wrong(name, "true or false")),
        }
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Int(number)) => Ok(Some(*number)),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub(crate) fn time(&self, name: &str) -> Result<Option<i64>, Error> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => match value.as_str().and_then(time::parse) {
                Some(time) => Ok(Some(time)),
                None => Err(self.wrong(name, "a timestamp")),
            },
        }
    }

    /// A list; PuppetDB's exports wrap it in an object as `data`.
    pub(crate) fn list(&self, name: &str) -> Result<&'d [Value], Error> {
        let value = match self.get(name) {
            Some(Value::Hash(expanded)) => expanded.get_str("data").filter(|value| !value.is_undef()),
            value => value,
        };
        match value {
            None => Ok(&[]),
            Some(Value::Array(values)) => Ok(values.as_slice()),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    fn wrong(&self, name: &str, expected: &str) -> Error {
        Error::invalid(format!("expected `{name}` of {} to be {expected}", self.what))
    }
}
