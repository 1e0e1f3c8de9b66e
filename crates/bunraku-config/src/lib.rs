//! The settings of a project, in a file `bunraku.toml` in its folder.
//!
//! [`SETTINGS`] is the only table of settings: the reader, the messages about typos, the JSON schema and `bunraku
//! config` are all based on it. [`Config::read`] parses a file and returns its settings, each value with its place, or
//! everything that is wrong with it. This crate does no I/O: callers find the file and pass its content.

mod config;
mod read;
mod schema;
mod table;

pub use config::{Config, Entry, Value};
pub use schema::schema;
pub use table::{FILE_NAME, Kind, LEVELS, PARTS, RULES_KEY, SETTINGS, Setting, find};
