//! The functions of the language that need no catalog, one file each.
//!
//! A function is declared in one place: its signatures in Puppet's notation, its manual with examples that are run
//! as tests, and what it does. [`core()`] lists those that ship with Puppet.

mod functions;
mod prelude;

pub use functions::core;
