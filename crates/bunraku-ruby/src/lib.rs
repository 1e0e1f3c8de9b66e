//! An interpreter for plain Ruby that runs in a sandbox.
//!
//! Code is parsed by prism, Ruby's own parser ([`parse`], [`parse_template`]), and lowered once to a tree with resolved
//! variables ([`tree`]), which threads share. The interpreter ([`Interp`]) evaluates it on values that belong to one
//! thread ([`value`]). A [`State`] holds what code has set up, and lasts from one [`Run`] to the next. Every run has
//! finite [`RunLimits`], and a [`Host`] with the [`Outside`] that code may see. Ruby's standard libraries are part of
//! the crate; most of them are written in Ruby.
//!
//! A host adds its own classes, libraries and values with an [`Extension`]. The crate does not know Puppet: what
//! modules see of it is an extension, `bunraku-ruby-puppet`. From `bunraku-pcore` it uses data structures and
//! algorithms that both languages share (strings, float formatting, `sprintf`, `strftime`, random numbers), but never
//! values or types of Puppet. Only the help of some messages mentions Puppet, because its readers write Puppet code.
//!
//! The crate must not read files, start processes, use the clock, or keep anything outside a state. No `rescue` may
//! catch a limit, a refusal, or a request of the host to stop, and no Ruby code may cause a panic. A borrow of a value
//! or of a part of the state must not be held while Ruby code may run.

pub mod class;
pub mod frame;
pub mod tree;
pub mod value;

mod args;
mod compare;
mod constant_cache;
mod core;
mod dispatch;
mod erb;
mod eval;
mod exception;
mod extension;
mod host;
mod interp;
mod key;
mod library;
mod lower;
mod method_cache;
mod names;
mod outside;
mod prepared;
mod require;
mod run;
mod show;
mod state;
mod unwind;

pub use args::{Args, List};
pub use bunraku_formats::yaml::Permitted;
pub use erb::{parse_marked_template, parse_template, template_lines, to_ruby};
pub use extension::{Extension, HostClass, Library};
pub use host::{Host, NoHost, Yaml, YamlError};
pub use interp::Interp;
pub use lower::{parse, parse_tree};
pub use outside::{Denied, Outside, PathKind};
/// The parser, whose tree [`parse_tree`] gives.
pub use ruby_prism as prism;
pub use run::{Run, RunLimits};
pub use state::State;
pub use tree::Code;
pub use unwind::{Limit, R, RubyError, RubyErrorKind, Unwind};
