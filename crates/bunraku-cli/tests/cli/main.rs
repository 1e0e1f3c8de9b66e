//! The command as users see it: run on files, with its status and what it prints.

mod compile;
mod epp;
mod eval;
mod explain;
mod functions;
mod lookup;
mod parse;
mod repl;
mod support;
mod usage;
mod validate;
