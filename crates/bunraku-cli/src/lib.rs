//! The `bunraku` command: checks, evaluates and compiles programs in the Puppet language.
//!
//! The program is [`main`]. [`command`] describes the command line to tools, such as the generator of the manual pages.
//! The crate parses options, finds files and reports results; everything else belongs in the crates below, so that
//! other programs can use it. It uses the language only through the facade `bunraku`. Exit statuses and output formats
//! are documented in `docs/cli.md`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the command writes catalogs and its history, walks the folders it is given, reads standard input, shows \
              progress by the clock and starts threads; what compilations read and run goes through their world"
)]

mod args;
mod authority;
mod bug;
mod commands;
mod conditions;
mod facts;
mod files;
mod json;
mod log;
mod memory;
mod module_file;
mod output;
mod pool;
mod progress;
mod project;
mod replace;
mod report;
mod scratch;
mod served;
mod site;
mod store;
mod terminal;
mod version;
mod walk;
mod watch;
mod yaml;

use std::fs;
use std::process::ExitCode;

use bunraku::world::FileKind;
use clap::{CommandFactory, Parser};

/// Runs the command given by the arguments of the process.
pub fn main() -> ExitCode {
    let usual = files::lint_options();
    let args = args::lint::prepare(std::env::args_os(), &usual, |path| {
        // A file named by the user may be a pipe.
        let named = !usual.iter().any(|usual| usual == path);
        if named { fs::read_to_string(path).ok() } else { files::text_of(path, FileKind::Configuration) }
    });
    if version::is_asked_for(&args) {
        return output::show(&version::text()).into();
    }
    let args = args::Args::try_parse_from(args).unwrap_or_else(|error| args::puppet::advise(error).exit());
    // Values and trees may be nested deeply, and much of the code that handles them is recursive.
    bunraku::with_large_stack(|| commands::run(args)).into()
}

/// The command line: commands, options and their help.
pub fn command() -> clap::Command {
    args::Args::command()
}
