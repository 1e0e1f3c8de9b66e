//! `bunraku epp validate`: checks templates.

use bunraku::Program;
use bunraku_check::{Settings, check};
use bunraku_diag::{FileId, Sources};
use bunraku_syntax::{SourceKind, parse};

use super::{file_of, session};
use crate::args::{Color, ValidateTemplates};
use crate::commands::Status;
use crate::files::{self, Content};
use crate::log::Detail;
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &ValidateTemplates, color: Color) -> Status {
    let mut reporter = Reporter::for_program(args.log_format, color, Detail::Usual);
    match validate(args, &mut reporter) {
        Ok(sources) => reporter.finish(&sources),
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn validate(args: &ValidateTemplates, reporter: &mut Reporter) -> Result<Sources, Refusal> {
    let session = session(&args.site, &Program::new(args.edition))?;
    let settings = Settings { strict: args.strict.into() };
    let stdin = ["-".to_owned()];
    let names = if args.templates.is_empty() { &stdin[..] } else { &args.templates };
    let paths = names.iter().map(|name| file_of(&session, name)).collect::<Result<Vec<_>, _>>()?;
    let mut sources = Sources::new();
    for (index, path) in paths.iter().enumerate() {
        let file = FileId(u32::try_from(index).unwrap_or(u32::MAX));
        let (source, diagnostics) = match files::find_one(path, "<stdin>")?.read(file) {
            Content::Broken(source, diagnostic) => (source, vec![diagnostic]),
            Content::Text(source) => {
                let rules = &args.edition.syntax;
                let tree = parse(source.text(), SourceKind::Template, rules);
                let errors = tree.errors().iter().map(|error| error.to_diagnostic(file));
                let found = errors.chain(check(&tree, source.text(), file, rules, &settings)).collect();
                (source, found)
            }
        };
        sources.add(source);
        diagnostics.into_iter().for_each(|diagnostic| reporter.report(diagnostic, &sources));
        if reporter.errors > 0 && !args.continue_on_error {
            break;
        }
    }
    Ok(sources)
}
