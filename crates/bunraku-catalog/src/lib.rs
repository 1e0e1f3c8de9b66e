//! The catalog, its compiler, and the functions that touch it.
//!
//! `compile` is the order of a compilation, a call a line; each step has a file of its own.

mod assigned;
mod attribute;
mod class;
mod collector;
mod compile;
mod compiler;
mod context;
mod data;
mod declare;
mod defaults;
mod definitions;
mod evaluate;
mod flow;
mod functions;
mod identity;
mod json;
mod leftovers;
mod lookup;
mod message;
mod module_files;
mod node;
mod overrides;
mod parameters;
mod query;
mod relationship;
mod resource;
mod ruby;
mod tags;
mod titles;
mod types;

pub use assigned::{Assigned, AssignedClass};
pub use compiler::{Compilation, Compiler, CompilerState};
pub use definitions::{DefinitionError, Definitions};
pub use functions::core as functions;
pub use functions::stdlib as stdlib_functions;
pub use json::{Header, value_json};
pub use resource::{Kind, OriginId, Param, Place, Resource, ResourceId};
pub use tags::Tags;
