//! `bunraku epp render`: prints rendered templates.

use std::path::Path;

use bunraku::TemplateSession;
use bunraku::diag::{Diagnostic, Source, Sources, codes};
use bunraku::pcore::{Hash, Value};

use super::{file_of, session};
use crate::args::{Color, Render};
use crate::commands::Status;
use crate::files::{self, Content};
use crate::json;
use crate::output;
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &Render, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, args.conditions.detail());
    match render(args, &mut reporter) {
        Ok(status) => status,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn render(args: &Render, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let from_stdin = args.expression.is_none()
        && (args.templates.is_empty() || args.templates.iter().any(|template| template == "-"));
    args.conditions.refuse_second_stdin(from_stdin)?;
    let site = args.site.or_current();
    let (program, _) = args.conditions.program_in(&site, reporter)?;
    let mut session = session(&site, &program)?;
    let Some(values) = values(args, reporter, &mut session)? else { return Ok(Status::Problems) };
    let templates = sources(args, reporter, &session)?;
    let Some(templates) = templates else { return Ok(Status::Problems) };
    let header = templates.len() > 1 && !args.no_header;
    let mut text = String::new();
    for source in templates {
        if header {
            let blank = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{blank}--- {}\n", source.name()));
        }
        let result = session.render(source, values.as_ref());
        reporter.outcome(session.take_log(), Vec::new(), session.sources());
        match result {
            Ok(rendered) => text.push_str(&rendered),
            Err(error) => {
                reporter.report(*error, session.sources());
                return Ok(Status::Problems);
            }
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(if reporter.errors > 0 { Status::Problems } else { output::print(&text) })
}

/// Reads the templates; `None` if one cannot be read, which has been reported.
fn sources(
    args: &Render,
    reporter: &mut Reporter,
    session: &TemplateSession,
) -> Result<Option<Vec<Source>>, Refusal> {
    if let Some(text) = &args.expression {
        return Ok(Some(vec![Source::new("<expression>", text.as_str())]));
    }
    let stdin = ["-".to_owned()];
    let names = if args.templates.is_empty() { &stdin[..] } else { &args.templates };
    let mut all = Vec::with_capacity(names.len());
    for name in names {
        match files::find_one(&file_of(session, name)?, "<stdin>")?.read() {
            Content::Text(source) => all.push(source),
            Content::Broken(source, diagnostic) => {
                let mut sources = Sources::new();
                sources.add(source);
                reporter.report(diagnostic, &sources);
                return Ok(None);
            }
        }
    }
    Ok(Some(all))
}

/// The parameters of the templates, from the file and then from the command line. `None` if that fails, which has been
/// reported; `Some(None)` if none are given, which is not the same as an empty hash.
fn values(
    args: &Render,
    reporter: &mut Reporter,
    session: &mut TemplateSession,
) -> Result<Option<Option<Hash>>, Refusal> {
    let mut values = None;
    if let Some(path) = &args.values_file {
        if path.extension().is_some_and(|extension| extension == "pp") {
            match evaluated_file(path, reporter, session)? {
                Some(value) => values = hash("--values-file", value)?,
                None => return Ok(None),
            }
        } else {
            values = Some(json::object(path)?);
        }
    }
    if let Some(text) = &args.values {
        let Some(value) = evaluated("<values>", text, reporter, session) else { return Ok(None) };
        if let Some(given) = hash("--values", value)? {
            let mut all = values.unwrap_or_default();
            all.extend(given);
            values = Some(all);
        }
    }
    Ok(Some(values))
}

fn evaluated_file(
    path: &Path,
    reporter: &mut Reporter,
    session: &mut TemplateSession,
) -> Result<Option<Value>, Refusal> {
    match files::find_one(path, "<stdin>")?.read() {
        Content::Text(source) => Ok(evaluated(source.name(), source.text(), reporter, session)),
        Content::Broken(source, diagnostic) => {
            let mut sources = Sources::new();
            sources.add(source);
            reporter.report(diagnostic, &sources);
            Ok(None)
        }
    }
}

fn evaluated(
    name: &str,
    text: &str,
    reporter: &mut Reporter,
    session: &mut TemplateSession,
) -> Option<Value> {
    let result = session.evaluate(name, text);
    reporter.outcome(session.take_log(), Vec::new(), session.sources());
    match result {
        Ok(value) => Some(value),
        Err(diagnostics) => {
            diagnostics.into_iter().for_each(|diagnostic| reporter.report(diagnostic, session.sources()));
            None
        }
    }
}

fn hash(option: &str, value: Value) -> Result<Option<Hash>, Refusal> {
    match value {
        Value::Hash(hash) => Ok(Some(hash)),
        Value::Undef => Ok(None),
        _ => {
            let message = format!("`{option}` must be a hash of parameters");
            Err(Diagnostic::error(codes::WRONG_USE, message)
                .help("use Puppet syntax: `{ name => 'value' }`")
                .into())
        }
    }
}
