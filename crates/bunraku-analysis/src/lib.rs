//! One file of Puppet code, from its bytes to code that can run.
//!
//! An [`Analysis`] decodes, parses, checks and lowers a file, each at most once and in this order, in a [`Language`].
//! It is the only way from text to code: the loader, programs, conversations, templates, the command line and editors
//! differ in where the text comes from, not in what happens to it. A file with errors has a tree and diagnostics like
//! any other; only its code is missing. [`Analyses`] keeps analyses by content, so that a file that is touched or read
//! again by somebody else is not analysed again.
//!
//! The tree of a file may be high, and what walks it recurses: an analysis takes [a large stack](with_stack) where the
//! thread has a small one.
//!
//! [`Snippet`] is for short strings that are code but not a file, such as the notation of a type.
//!
//! This crate computes. It reads no files, knows no environment and no other file than the one it is given, and
//! evaluates nothing.

mod analyses;
mod analysis;
mod snippet;
mod stack;

pub use analyses::Analyses;
pub use analysis::{Analysis, Language, Unreadable, decode};
pub use snippet::{Snippet, empty_body};
pub use stack::with_stack;
