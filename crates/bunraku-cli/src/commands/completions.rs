//! `bunraku completions`: prints a script that completes commands in a shell.

use clap::CommandFactory;

use super::Status;
use crate::args::{Args, Completions};
use crate::output;

/// Runs the command.
pub fn run(args: &Completions) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "bunraku", &mut script);
    output::show(&String::from_utf8_lossy(&script))
}
