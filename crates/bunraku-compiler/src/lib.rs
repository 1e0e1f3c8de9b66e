//! The compiler: builds the catalog of a node from an environment, facts and data.
//!
//! A [`Compilation`] owns the state of one catalog; a [`Compiler`] works on it. `compile.rs` has the order of the
//! steps, one call per line, and each step has its own file. Only this crate writes to the catalog's builder. It does
//! no I/O of its own: files, stores, commands and the time come from the `World` of its environment or program. A
//! compilation runs on one thread; what compilations share is in the environment and its [`Caches`].

mod assigned;
mod attribute;
mod caches;
mod class;
mod collector;
mod compile;
mod compiler;
mod context;
mod data_place;
mod declare;
mod defaults;
mod definitions;
mod evaluate;
mod exported;
mod find_definition;
mod find_function;
mod finish;
mod foreign;
mod functions;
mod host;
mod identity;
mod leftovers;
mod lookup;
mod message;
mod missing_function;
mod missing_module;
mod module_files;
mod node;
mod overrides;
mod parameters;
mod pcore;
mod query;
mod relationship;
#[cfg(feature = "ruby")]
mod rich_data;
#[cfg(feature = "ruby")]
mod ruby;
mod titles;
mod type_relations;
mod type_set;
mod types;

pub use assigned::{Assigned, AssignedClass};
pub use caches::Caches;
pub use compiler::{Compilation, Compiler, CompilerState};
pub use definitions::{DefinitionError, Definitions};
pub use functions::core as functions;
pub use functions::stdlib as stdlib_functions;
