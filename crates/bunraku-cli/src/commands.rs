//! The commands, one module each, and their exit statuses.

mod ca;
mod check;
mod compile;
mod completions;
mod config;
mod diff;
mod doc;
mod epp;
mod eval;
mod explain;
mod fmt;
mod functions;
mod graph;
mod lint;
mod lookup;
mod parse;
mod repl;
#[cfg(unix)]
mod server;
mod store;
mod test;
mod validate;
mod verify;
mod why;
mod why_not;

use std::process::ExitCode;

use crate::args::{Args, Command};
use crate::project::Project;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success, perhaps with warnings.
    Fine,
    /// The command did its work and found problems.
    Problems,
    /// The command could not do its work, for example because of a wrong option.
    WrongUse,
    /// The user interrupted the command, which has reported what it had done.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::Problems => 1,
            Status::WrongUse => 2,
            // As shells say that a program was interrupted.
            Status::Interrupted => 130,
        })
    }
}

/// Runs the command given on the command line.
pub fn run(mut args: Args) -> Status {
    let project = match Project::of(&args) {
        Ok(project) => project,
        Err(wrong) => return wrong.report(args.color),
    };
    project.fill(&mut args.command);
    match args.command {
        Command::Validate(command) => validate::run(&command, &project, args.color),
        Command::Fmt(command) => fmt::run(&command, &project, args.color),
        Command::Lint(command) => lint::run(&command, &project, args.color),
        Command::Check(command) => check::run(&command, &project, args.color),
        Command::Config(command) => config::run(&command, &project, args.color),
        Command::Doc(command) => doc::run(&command, args.color),
        Command::Parse(command) => parse::run(&command, args.color),
        Command::Compile(command) => compile::run(&command, args.color),
        Command::Diff(command) => diff::run(&command, args.color),
        Command::Verify(command) => verify::run(&command, args.color),
        Command::Why(command) => why::run(&command, args.color),
        Command::WhyNot(command) => why_not::run(&command, args.color),
        Command::Graph(command) => graph::run(&command, args.color),
        Command::Lookup(command) => lookup::run(&command, args.color),
        Command::Eval(command) => eval::run(&command, args.color),
        Command::Epp(command) => epp::run(&command.command, args.color),
        Command::Test(command) => test::run(&command, args.color),
        #[cfg(unix)]
        Command::Server(command) => server::run(&command, args.color),
        Command::Ca(command) => ca::run(&command, args.color),
        Command::Repl(command) => repl::run(&command, args.color),
        Command::Store(command) => store::run(&command, args.color),
        Command::Functions(command) => functions::run(&command, args.color),
        Command::Explain(command) => explain::run(&command, args.color),
        Command::Completions(command) => completions::run(&command),
    }
}
