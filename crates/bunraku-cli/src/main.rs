//! The `bunraku` command: checks and shows programs in the Puppet language.

mod args;
mod commands;
mod files;
mod output;
mod pool;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    commands::run(args::Args::parse()).into()
}
