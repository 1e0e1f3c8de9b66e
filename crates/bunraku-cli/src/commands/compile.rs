//! `bunraku compile`: makes the catalog of a node.

use bunraku_diag::{FileId, Sources};

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
    args.conditions.refuse_second_stdin(args.path.as_os_str() == "-")?;
    let input = files::find_one(&args.path, &args.stdin_name)?;
    let program = args.conditions.program()?;
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
    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    match outcome.catalog {
        Some(catalog) if reporter.errors == 0 => Ok(output::save(&args.output, &format!("{catalog}\n"))?),
        _ => Ok(Status::Problems),
    }
}
