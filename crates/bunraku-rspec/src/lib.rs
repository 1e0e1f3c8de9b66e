//! RSpec and rspec-puppet for the suites of Puppet modules, without Ruby.
//!
//! A [`Suite`] is a module with its specs and fixtures. [`Suite::find`] lists its files, [`Suite::run`] runs one of
//! them and returns [the result](FileRun), and [`report`] prints it in RSpec's formats. The DSL is written in Ruby
//! (`ruby/*.rb`), and runs in the interpreter of `bunraku-ruby` together with the specs. For everything about Puppet it
//! calls the host, which compiles catalogs, keeps them, and answers questions about them.
//!
//! Each file runs in a separate interpreter, so that files can run at the same time, and a broken file does not affect
//! the others. Threads that have no file left take a part of one that another is running ([`Suite::help`]). Within a file each example is a separate run with a limit, so that one that does not end fails alone.
//! Catalogs of equal inputs are compiled once.
//!
//! The crate reads files only through the [`World`](bunraku::world::World) of the suite, and keeps in memory what specs write.

mod applied;
mod budget;
mod catalogue;
mod checked;
mod compile;
pub mod coverage;
mod declared;
mod dotfile;
mod event;
mod facts;
mod files;
mod first;
mod fixtures;
mod functions;
mod host;
mod library;
mod order;
mod questions;
mod relations;
mod replaced;
pub mod report;
mod run;
mod settings;
mod share;
mod suite;
mod wording;
mod written;

pub use event::{Event, Example, Failure, FileRun, Status};
pub use files::SpecFile;
pub use first::Class;
pub use fixtures::Missing;
pub use suite::{Options, Suite, SuiteError, Tag};
