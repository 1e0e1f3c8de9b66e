//! Data formats as Ruby's libraries read and write them: [`json`], [`yaml`] and [`hocon`].
//!
//! Each module reads a string into a value of the language, and writes values where Puppet or its modules do. All
//! readers fail with the same [`Error`], which has a position. This crate does no I/O: HOCON, which may include files,
//! uses its [`hocon::World`]. Nesting and sizes are limited, so that no input overflows the stack.

mod error;
pub mod hocon;
pub mod json;
pub mod yaml;

pub use error::{Error, ErrorKind, Position};
