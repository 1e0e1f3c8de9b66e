//! The store: facts, catalogs and reports of all nodes, kept in a database and asked about as PuppetDB is.
//!
//! [`Backend`] is the trait of all stores. A [`Database`] is SQLite, a file that users can open with their own tools, or
//! PostgreSQL, which several servers share; a [`PuppetDb`] is a real one. One thread writes, and takes what has queued up into one transaction; many read.
//! [`file`](mod@file) makes a store in memory out of a YAML or JSON file, for tests and for trying out exported resources.
//! All are the [`Store`](bunraku_world::Store) that collectors ask, and understand the query language of PuppetDB as an AST
//! and as PQL ([`query`]). [`api::answer`] is PuppetDB's HTTP interface as a function, for a server to route to.
//!
//! Nothing that comes from outside is ever a part of an SQL statement: names, values and patterns are bound parameters, and
//! fields are found in tables of this crate.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a store is at the edge: it has a writer thread, a clock and a file of its own"
)]

mod address;
pub mod api;
pub mod archive;
mod backend;
mod canonical;
mod command;
mod database;
mod engine;
mod error;
pub mod file;
mod identity;
mod keep;
mod postgres;
mod puppetdb;
pub mod query;
mod remembered;
mod schema;
mod sent;
pub mod serve;
mod session;
mod spool;
mod sqlite;
mod time;
mod writer;

pub use address::{connect, is_address};
pub use backend::Backend;
pub use command::{Change, Command};
pub use database::{Database, Options, Removed, Retention, Status};
pub use error::{Error, ErrorKind};
pub use keep::{Catalog, Facts, Kept, Report, Resource};
pub use puppetdb::PuppetDb;
pub use sent::{Sent, SentCatalog, SentFacts};
pub use session::Cell;
pub use spool::{Complaint, Spool};
pub use time::{now, show as show_time};
