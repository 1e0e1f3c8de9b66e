//! The Puppet language for embedders.
//!
//! [`Program`] takes a manifest from its text to what it does: log lines, errors and, later, a catalog.

mod program;

pub use program::{Outcome, Program, library};
