//! The plain part of Ruby that modules of Puppet use: templates, functions and resource types written in it.
//!
//! Code is parsed by prism, Ruby's own parser ([`parse`]), lowered once to a tree with resolved variables (`tree`),
//! and interpreted ([`Interp`]) over values of its own (`value`) that convert to and from values of Puppet. Nothing
//! here reads a file, starts a process or looks at a clock: what code wants of the world is asked of the [`Host`], and
//! what it may not have is refused by name.

pub mod class;
pub mod frame;
pub mod tree;
pub mod types;
pub mod value;

mod args;
mod compare;
mod convert;
mod core;
mod dispatch;
mod erb;
mod eval;
mod exception;
mod function;
mod host;
mod interp;
mod key;
mod library;
mod lower;
mod require;
mod show;
mod unwind;

pub use args::Args;
pub use erb::{parse_template, to_ruby};
pub use host::{Host, HostError, NoHost, YamlError};
pub use interp::{Interp, Limits, State};
pub use lower::parse;
pub use tree::Code;
pub use unwind::{R, RubyError, RubyErrorKind, Unwind};
