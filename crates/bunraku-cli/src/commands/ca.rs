//! `bunraku ca`: manages requests and certificates, working on the files of an authority.

mod change;
mod create;
mod list;
#[cfg(unix)]
mod remote;

use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku_ca::Authority;

use super::Status;
use crate::args::{Ca, CaCommand, Color, LogFormat};
use crate::authority::Installation;
use crate::output;
use crate::report::Reporter;

/// Runs the command.
pub fn run(args: &Ca, color: Color) -> Status {
    let mut reporter = Reporter::new(LogFormat::Text, color);
    let installation = match Installation::read(&args.folders) {
        Ok(installation) => installation,
        Err(message) => return reporter.refuse(Diagnostic::error(codes::WRONG_USE, message)),
    };
    for note in &installation.notes {
        let warning = Diagnostic::warning(codes::INVALID_SETTING, note.clone());
        reporter.report(warning, &Sources::new());
    }
    #[cfg(unix)]
    if let Some(server) = &args.server {
        return match remote::run(&installation, server, &args.command) {
            Ok(done) => done.tell(reporter),
            Err(message) => reporter.refuse(Diagnostic::error(codes::WRONG_USE, message)),
        };
    }
    let result = match &args.command {
        CaCommand::Setup(setup) => create::set_up(installation, setup),
        CaCommand::Import(import) => create::import(installation, import),
        command => match Authority::open(installation.authority) {
            Ok(authority) => on_authority(&authority, command, &mut reporter),
            Err(failure) => Err(failure.to_string()),
        },
    };
    match result {
        Ok(done) => done.tell(reporter),
        Err(message) => reporter.refuse(Diagnostic::error(codes::WRONG_USE, message)),
    }
}

fn on_authority(authority: &Authority, command: &CaCommand, reporter: &mut Reporter) -> Result<Done, String> {
    for warning in authority.warnings().map_err(|failure| failure.to_string())? {
        reporter.report(Diagnostic::warning(codes::WRONG_USE, warning), &Sources::new());
    }
    match command {
        CaCommand::List(args) => list::run(authority, args),
        CaCommand::Sign(args) => change::sign(authority, args),
        CaCommand::Revoke(args) => Ok(change::revoke(authority, args)),
        CaCommand::Clean(args) => change::clean(authority, args),
        CaCommand::Generate(args) => Ok(change::generate(authority, args)),
        CaCommand::Renew(args) => change::renew(authority, args),
        CaCommand::Delete(args) => change::delete(authority, args),
        // These create an authority and were handled before one was opened.
        CaCommand::Setup(_) | CaCommand::Import(_) => Ok(Done::default()),
    }
}

/// The outcome of a subcommand.
#[derive(Debug, Default)]
struct Done {
    /// The output.
    text: String,
    /// What failed, one sentence each.
    problems: Vec<String>,
}

impl Done {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }

    fn tell(self, mut reporter: Reporter) -> Status {
        let printed = output::show(&self.text);
        let failed = !self.problems.is_empty();
        for problem in self.problems {
            reporter.report(Diagnostic::error(codes::WRONG_USE, problem), &Sources::new());
        }
        reporter.finish();
        if failed { Status::Problems } else { printed }
    }
}
