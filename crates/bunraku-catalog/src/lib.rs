//! The catalog, its compiler, and the functions that touch it.

mod compiler;
mod definitions;
mod types;

pub use compiler::{Compiler, compiler_state};
pub use definitions::Definitions;
