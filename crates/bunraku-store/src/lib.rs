//! The store: facts, catalogs and reports of all nodes, stored in a database and queried like PuppetDB.
//!
//! [`Backend`] is the trait of all stores. A [`Database`] is SQLite, a file that users can open with their own tools,
//! or PostgreSQL, which several servers can share; a [`PuppetDb`] is a client of a real one. One thread writes,
//! combining queued changes into one transaction; many threads read. [`file`](mod@file) creates a store in memory from
//! a YAML or JSON file, for tests and for trying out exported resources. All of them implement the
//! [`Store`](bunraku_world::Store) that collectors use, and support PuppetDB's query language as an AST and as PQL
//! ([`query`]). [`api::answer`] is PuppetDB's HTTP API as a function, for a server to route to.
//!
//! Input is never part of an SQL statement: names, values and patterns are bound parameters, and fields are looked up
//! in tables of this crate.

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
pub mod http;
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
pub use identity::uuid;
pub use keep::{Catalog, ChangeResult, Facts, Report, Resource};
pub use puppetdb::PuppetDb;
pub use sent::{Sent, SentCatalog, SentFacts};
pub use session::Cell;
pub use spool::{Complaint, Spool};
pub use time::{now, show as show_time};
