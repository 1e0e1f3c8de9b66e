//! The `bunraku` command: checks, evaluates and compiles programs in the Puppet language.

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
mod module_file;
mod output;
mod pool;
mod progress;
mod project;
mod replace;
mod report;
mod scratch;
mod site;
mod store;
mod terminal;
mod yaml;

use std::fs;
use std::process::ExitCode;

use clap::Parser;

/// A compilation makes and drops tens of thousands of small objects: a tenth of its time depends on the allocator.
/// What each thread allocates is counted, for `--max-memory`.
#[global_allocator]
static ALLOCATOR: alloc_metrics::MetricAlloc<mimalloc::MiMalloc> =
    alloc_metrics::MetricAlloc::new(mimalloc::MiMalloc);

fn main() -> ExitCode {
    let args = args::lint::prepare(std::env::args_os(), &files::lint_options(), |path| {
        fs::read_to_string(path).ok()
    });
    let args = args::Args::parse_from(args);
    // Values and trees may be nested deeply, and much of what is done with them recurses.
    bunraku::with_large_stack(|| commands::run(args)).into()
}
