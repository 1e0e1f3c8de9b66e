//! RSpec and rspec-puppet for the suites of Puppet modules, without Ruby.
//!
//! A [`Suite`] is a module with its specs and fixtures. [`Suite::find`] lists its files, [`Suite::run`] runs one of them
//! and returns [what happened](FileRun), and [`report`] shows it in the forms of RSpec. The words that suites use are
//! written in Ruby (`ruby/*.rb`), and run in the interpreter of `bunraku-ruby` together with the specs. What has to do
//! with Puppet they ask of the host: it compiles catalogs, keeps them, and answers what is in them.
//!
//! Each file runs in a Ruby of its own, so that files can run at the same time, and a file that breaks leaves the others
//! alone. Within a file each example is a run of its own with a limit, so that one that does not end fails alone. Catalogs
//! of equal inputs are compiled once.
//!
//! The crate reads files only through the [`World`](bunraku::world::World) of the suite, and writes none.

mod applied;
mod catalogue;
mod compile;
pub mod coverage;
mod event;
mod facts;
mod files;
mod first;
mod fixtures;
mod functions;
mod host;
mod library;
mod questions;
mod relations;
pub mod report;
mod run;
mod suite;
mod wording;

pub use event::{Event, Example, Failure, FileRun, Status};
pub use files::SpecFile;
pub use first::Class;
pub use fixtures::Missing;
pub use suite::{Options, Suite, SuiteError, Tag};
