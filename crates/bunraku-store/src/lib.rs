//! The store: facts, catalogs and reports of all nodes, kept in one file and asked about as PuppetDB is.
//!
//! An [`Embedded`] store is an SQLite database that users can open with their own tools. One thread writes, and takes what
//! has queued up into one transaction; many read. [`file`](mod@file) makes a store in memory out of a YAML or JSON file, for tests and
//! for trying out exported resources. Both are the [`Store`](bunraku_world::Store) that collectors ask, and understand
//! the query language of PuppetDB as an AST and as PQL ([`query`]). [`api::answer`] is PuppetDB's HTTP interface as a
//! function, for a server to route to.
//!
//! Nothing that comes from outside is ever a part of an SQL statement: names, values and patterns are bound parameters, and
//! fields are found in tables of this crate.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a store is at the edge: it has a writer thread, a clock and a file of its own"
)]

pub mod api;
mod canonical;
mod command;
mod database;
mod embedded;
mod error;
pub mod file;
mod functions;
mod identity;
mod keep;
pub mod query;
mod schema;
mod time;
mod writer;

pub use command::{Change, Command};
pub use embedded::{Embedded, Options, Retention, Status};
pub use error::{Error, ErrorKind};
pub use keep::{Catalog, Facts, Kept, Report, Resource};
pub use time::{now, show as show_time};
