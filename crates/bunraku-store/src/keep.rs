//! What is stored about a node: facts, the last catalog, reports. The caller's thread parses them from PuppetDB's wire
//! format or converts plain values, so that the writing thread only has to write.

mod catalog;
mod facts;
mod fields;
mod node;
mod outline;
mod report;
mod resource;

use crate::session::Cell;

pub use catalog::Catalog;
pub use facts::Facts;
pub(crate) use fields::Fields;
pub(crate) use node::{deactivate, expire, purge, remove_reports};
pub(crate) use outline::{mark, outline};
pub use report::Report;
pub use resource::Resource;

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeResult {
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
