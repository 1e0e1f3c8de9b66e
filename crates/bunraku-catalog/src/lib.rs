//! The catalog, its compiler, and the functions that touch it.
//!
//! `compile` is the order of a compilation, a call a line; each step has a file of its own.

mod class;
mod collector;
mod compile;
mod compiler;
mod context;
mod data;
mod declare;
mod definitions;
mod evaluate;
mod functions;
mod json;
mod lookup;
mod message;
mod module_files;
mod node;
mod overrides;
mod parameters;
mod relationship;
mod resource;
mod tags;
mod types;

pub use compiler::{Compiler, CompilerState, compiler_state};
pub use definitions::Definitions;
pub use functions::core as functions;
pub use functions::stdlib as stdlib_functions;
pub use json::{Header, value_json};
pub use resource::{Kind, OriginId, Param, Place, Resource, ResourceId};
pub use tags::Tags;
