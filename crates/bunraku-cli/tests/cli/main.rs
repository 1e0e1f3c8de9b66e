//! The command as users see it: run on files, with its status and what it prints.

mod explain;
mod parse;
mod support;
mod usage;
mod validate;
