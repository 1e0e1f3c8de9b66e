//! The command as users see it: run on files, with its status and what it prints.

mod compile;
mod enc;
mod environment;
mod eval;
mod explain;
mod functions;
mod nodes;
mod parse;
mod repl;
mod support;
mod usage;
mod validate;
