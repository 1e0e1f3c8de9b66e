//! `bunraku compile`: makes the catalog of a node.

use bunraku::Outcome;
use bunraku_diag::{Diagnostic, FileId, Sources, codes};

use super::Status;
use crate::args::{Color, Compile};
use crate::files::{self, Content};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::stack::with_large_stack;

/// Runs the command.
pub fn run(args: &Compile, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    match compile(args, &mut reporter) {
        Ok(status) => status,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn compile(args: &Compile, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let stdin = args.path.as_ref().is_some_and(|path| path.as_os_str() == "-");
    args.conditions.refuse_second_stdin(stdin)?;
    let mut program = args.conditions.program()?;
    if args.site.is_given() {
        if let (None, Some(name)) = (&args.conditions.environment_name, args.site.name()) {
            program.environment = name;
        }
        if stdin {
            let message = "a manifest from standard input has no modules and no data";
            let help = "name a file, or leave `--environment`, `--modulepath` and `--hiera-config` out";
            return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        }
        let site = args.site.open(&program, args.path.as_deref())?;
        let outcome = with_large_stack(|| program.compile(&site))?;
        return finish(args, reporter, outcome);
    }
    let path = args.path.clone().unwrap_or_default();
    let input = files::find_one(&path, &args.stdin_name)?;
    let source = match input.read(FileId(0)) {
        Content::Text(source) => source,
        Content::Broken(source, diagnostic) => {
            let mut sources = Sources::new();
            sources.add(source);
            reporter.report(diagnostic, &sources);
            return Ok(Status::Problems);
        }
    };
    let outcome = with_large_stack(|| program.evaluate(source.name(), source.text()))?;
    finish(args, reporter, outcome)
}

fn finish(args: &Compile, reporter: &mut Reporter, outcome: Outcome) -> Result<Status, Refusal> {
    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    match outcome.catalog {
        Some(catalog) if reporter.errors == 0 => Ok(output::save(&args.output, &format!("{catalog}\n"))?),
        _ => Ok(Status::Problems),
    }
}
