//! Data formats as Ruby's libraries read and write them: [`json`], [`yaml`] and [`hocon`].
//!
//! Each module reads a string into a value of the language, and writes values where Puppet or its modules do. All
//! readers fail with one [`Error`], which has a position. Nothing here reads a file or a variable: HOCON, which may
//! include files, asks its [`hocon::World`]. Nesting and sizes are bounded, so that no input overflows the stack.

mod error;
pub mod hocon;
pub mod json;
pub mod yaml;

pub use error::{Error, ErrorKind, Position};
