//! The `bunraku` command: checks, evaluates and compiles programs in the Puppet language.

mod args;
mod commands;
mod conditions;
mod enc;
mod facts;
mod files;
mod json;
mod log;
mod output;
mod pool;
mod progress;
mod report;
mod run;
mod site;
mod stack;
mod yaml;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    commands::run(args::Args::parse()).into()
}
