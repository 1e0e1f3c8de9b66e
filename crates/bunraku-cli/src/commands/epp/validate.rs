//! `bunraku epp validate`: checks templates.

use std::sync::Arc;

use bunraku::Program;
use bunraku::analysis::Analysis;
use bunraku::analysis::CheckSettings;
use bunraku::diag::Sources;
use bunraku::syntax::SourceKind;

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
        Ok(()) => reporter.finish(),
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn validate(args: &ValidateTemplates, reporter: &mut Reporter) -> Result<(), Refusal> {
    let session = session(&args.site.or_current(), &Program::new(args.edition))?;
    let language = bunraku::language(args.edition, CheckSettings { strict: args.strict.into() });
    let stdin = ["-".to_owned()];
    let names = if args.templates.is_empty() { &stdin[..] } else { &args.templates };
    let paths = names.iter().map(|name| file_of(&session, name)).collect::<Result<Vec<_>, _>>()?;
    let mut sources = Sources::new();
    for path in &paths {
        let (source, diagnostics) = match files::find_one(path, "<stdin>")?.read() {
            Content::Broken(source, diagnostic) => (Arc::new(source), vec![diagnostic]),
            Content::Text(source) => {
                let analysis = Analysis::new(source, SourceKind::Template, None, &language);
                (analysis.source, analysis.diagnostics)
            }
        };
        sources.add(source);
        diagnostics.into_iter().for_each(|diagnostic| reporter.report(diagnostic, &sources));
        if reporter.errors > 0 && !args.continue_on_error {
            break;
        }
    }
    Ok(())
}
