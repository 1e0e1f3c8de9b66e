//! `bunraku eval`: evaluates a program and prints its last value.

use std::path::Path;

use bunraku::diag::{Diagnostic, Source, Sources};
use bunraku::pcore::notation;

use super::Status;
use crate::args::{Color, Eval, ValueFormat};
use crate::files::{self, Content};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::yaml;

/// Runs the command.
pub fn run(args: &Eval, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    match eval(args, &mut reporter) {
        Ok(status) => status,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn eval(args: &Eval, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let stdin = args.path.as_ref().is_some_and(|path| path.as_os_str() == "-");
    args.conditions.refuse_second_stdin(stdin)?;
    let source = match &args.path {
        None => Source::new("<expression>", args.expression.join("\n")),
        Some(path) => {
            match files::find_one(path, &args.stdin_name).map_err(|error| is_code(error, path))?.read() {
                Content::Text(source) => source,
                Content::Broken(source, diagnostic) => {
                    let mut sources = Sources::new();
                    sources.add(source);
                    reporter.report(diagnostic, &sources);
                    return Ok(Status::Problems);
                }
            }
        }
    };
    let site = args.site.or_current();
    let (program, _) = args.conditions.program_in(&site, reporter)?;
    let rules = &args.conditions.edition().types;
    let outcome = match site.open_if_given(&program)? {
        Some(site) => program.evaluate_in(&site, source.name(), source.text()),
        None => program.evaluate(source.name(), source.text()),
    };
    let shown = outcome.value.as_ref().map(|value| match args.format {
        ValueFormat::Text => notation::literal(rules, value),
        ValueFormat::Json => bunraku::catalog::value_json(rules, value),
        ValueFormat::Yaml => yaml::document(rules, value),
    });
    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    match shown {
        Some(shown) if reporter.errors == 0 => Ok(output::print(&format!("{shown}\n"))),
        _ => Ok(Status::Problems),
    }
}

/// Adds to the error about a missing file that code is passed with an option, unless a file of a similar name exists.
fn is_code(error: Box<Diagnostic>, path: &Path) -> Box<Diagnostic> {
    let name = path.to_string_lossy();
    if error.help.is_some() || name.ends_with(".pp") {
        return error;
    }
    Box::new(error.help(format!("to evaluate code, write `bunraku eval -e '{name}'`")))
}
