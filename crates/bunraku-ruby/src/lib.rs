//! The plain part of Ruby, interpreted in a sandbox.
//!
//! Code is parsed by prism, Ruby's own parser ([`parse`], [`parse_template`]), lowered once to a tree with resolved
//! variables ([`tree`]) that threads share, and interpreted ([`Interp`]) over values that belong to one thread
//! ([`value`]). A [`State`] has what code sets up and is kept from one [`Run`] to the next; every run has finite
//! [`Limits`], and a [`Host`] that is asked for what code wants of the world. The libraries of Ruby are here, most of
//! them written in Ruby.
//!
//! A host brings classes, libraries and values of its own by an [`Extension`]. The crate knows nothing of Puppet: what
//! modules see of it is such an extension, `bunraku-ruby-puppet`. Of `bunraku-pcore` it takes data structures and
//! algorithms that both languages share (strings, the text of floats, `sprintf`, `strftime`, random numbers), never a
//! value or type of Puppet. Only the help of some messages speaks of Puppet, because those who read it write Puppet code.
//!
//! What it may not do: read a file, start a process, look at a clock or keep anything outside of a state. No `rescue`
//! catches a limit, a refusal or the wish of the host to stop, and no code may make it panic. Nobody holds a borrow of a
//! value or of a part of the state while code may run.

pub mod class;
pub mod frame;
pub mod tree;
pub mod value;

mod args;
mod compare;
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
mod names;
mod require;
mod run;
mod show;
mod state;
mod unwind;

pub use args::Args;
pub use erb::{parse_template, to_ruby};
pub use extension::{Extension, HostClass, Library};
pub use host::{Host, NoHost, YamlError};
pub use interp::Interp;
pub use lower::parse;
pub use run::{Limits, Run};
pub use state::State;
pub use tree::Code;
pub use unwind::{R, RubyError, RubyErrorKind, Unwind};
