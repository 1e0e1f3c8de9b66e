//! One file of Puppet code, from its bytes to code that can be evaluated.
//!
//! An [`Analysis`] decodes, parses, checks and lowers a file in a [`Language`], each at most once and in this order. It
//! is the only way from text to code: the loader, programs, REPL sessions, templates, the command line and editors
//! differ in where the text comes from, not in what happens to it. A file with errors has a tree and diagnostics like
//! any other; it just has no code. [`Analyses`] caches analyses by content, so that a file that is touched, or read
//! again by someone else, is not analysed again.
//!
//! The tree of a file may be deep, and the code that walks it recurses: an analysis allocates [a large
//! stack](with_stack) if the thread's own is small.
//!
//! [`Snippet`] is for short strings of code that are not files, such as the notation of a type.
//!
//! This crate does no I/O. It knows neither the environment nor other files, and does not evaluate code.

mod analyses;
mod analysis;
mod snippet;
mod stack;

pub use analyses::Analyses;
pub use analysis::{Analysis, Language, Unreadable, decode};
pub use snippet::{Snippet, empty_body};
pub use stack::with_stack;
