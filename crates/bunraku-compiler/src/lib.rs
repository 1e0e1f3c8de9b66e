//! The compiler: makes the catalog of a node from an environment, facts and data.
//!
//! A [`Compilation`] owns all that belongs to one catalog; a [`Compiler`] is at work on it. `compile` is the order of a
//! compilation, a call a line; each step has a file of its own. It is the only user of the catalog's builder, and what
//! it needs from the outside it asks of its environment.

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
mod foreign;
mod functions;
mod identity;
mod leftovers;
mod lookup;
mod message;
mod missing_function;
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
mod type_set;
mod types;

pub use assigned::{Assigned, AssignedClass};
pub use caches::Caches;
pub use compiler::{Compilation, Compiler, CompilerState};
pub use definitions::{DefinitionError, Definitions};
pub use functions::core as functions;
pub use functions::stdlib as stdlib_functions;
