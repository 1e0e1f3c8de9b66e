//! The command as users see it: run on files, checking its status and output.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests read their cases and measure and start what they test"
)]

mod ca;
mod check;
mod compile;
mod config;
mod doc;
mod enc;
mod environment;
mod epp;
mod eval;
mod examples;
mod explain;
mod facts;
mod fmt;
mod formats;
mod functions;
mod hostile;
mod insight;
mod limits;
mod lint;
mod lookup;
// Pages use Linux commands such as `sed -i`.
#[cfg(target_os = "linux")]
mod manual;
mod modules;
mod nodes;
mod pages;
mod parse;
mod policy;
mod repl;
mod ruby_types;
#[cfg(unix)]
mod served;
mod shown;
mod sites;
#[cfg(unix)]
mod statuses;
mod store;
mod support;
#[cfg(unix)]
mod terminal;
mod test;
mod usage;
mod validate;
mod validate_kinds;
