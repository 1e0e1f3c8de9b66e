//! The functions of the language that need no catalog, one file each.
//!
//! A function is declared in one place: its signatures in Puppet's notation, its manual with examples that are run
//! as tests, and what it does. [`core()`] lists those that ship with Puppet,
//! [`stdlib()`] those of the module of that name.

mod extremes;
mod functions;
mod iteration;
mod modules;
mod navigation;
mod numbers;
mod order;
mod patterns;
mod prelude;
mod scan;
mod stdlib;
mod strings;
mod type_text;

pub use functions::core;
pub use modules::modules;
pub use stdlib::{renamed, stdlib, yaml};
