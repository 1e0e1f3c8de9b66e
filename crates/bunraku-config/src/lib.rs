//! The settings of a project, which stand in a file `bunraku.toml` in its folder.
//!
//! [`SETTINGS`] is the one table of what can be set: the reader, the messages about typos, the JSON schema and
//! `bunraku config` all follow it. [`Config::read`] takes the text of a file and gives what it sets, each value with its
//! place, or everything that is wrong with it. Nothing here reads files: whoever calls finds the file and hands its text
//! over.

mod config;
mod read;
mod schema;
mod table;

pub use config::{Config, Entry, Value};
pub use schema::schema;
pub use table::{FILE_NAME, Kind, LEVELS, PARTS, RULES_KEY, SETTINGS, Setting, find};
