//! `bunraku validate`: checks files without evaluating them, each according to its kind.

mod data;

use std::sync::Arc;

use bunraku::analysis::CheckSettings;
use bunraku::analysis::{Analysis, Language};
use bunraku::diag::{Diagnostic, Source, Sources};
use bunraku::edition::PUPPET8;
use bunraku::syntax::SourceKind;

use super::Status;
use crate::args::{Color, Strict, Validate};
use crate::files::{self, Content, Folders, Input};
use crate::module_file;
use crate::pool::{self, Event};
use crate::project::Project;
use crate::report::Reporter;

/// Runs the command.
pub fn run(args: &Validate, project: &Project, color: Color) -> Status {
    let mut reporter = Reporter::new(args.log_format, color);
    let found = match files::find_in(&args.paths, &args.stdin_name, Folders::All, ENDINGS) {
        Ok(found) => found,
        Err(reason) => return reporter.refuse(*reason),
    };
    let found = project.keep(found, &args.paths);
    let left_out = found.note();
    let inputs = &found.inputs;
    let strict = args.strict.unwrap_or(Strict::Error).into();
    let language = bunraku::language(args.edition.unwrap_or(&PUPPET8), CheckSettings { strict });
    if !args.quiet {
        reporter.expect(inputs.len(), "checked", "files");
    }

    let mut sources = Sources::new();
    let mut with_problems = 0;
    let work = |_, input: &Input| validate(input, args.tasks, &language);
    pool::map_in_order(inputs, work, |event| match event {
        Event::Tick(done) => reporter.done(done),
        Event::Result(None) => {}
        Event::Result(Some(Checked { source, diagnostics })) => {
            with_problems += 1;
            sources.add(source);
            for diagnostic in diagnostics {
                reporter.report(diagnostic, &sources);
            }
        }
    });
    if !args.quiet {
        let summary = summary(reporter.errors, reporter.warnings, with_problems, inputs.len());
        reporter.note(&summary);
        if let Some(note) = left_out {
            reporter.note(&note);
        }
    }
    reporter.finish()
}

/// A file with findings.
struct Checked {
    source: Arc<Source>,
    diagnostics: Vec<Diagnostic>,
}

/// Checks one file. Returns nothing for a file without findings, so that its content is not kept in memory.
fn validate(input: &Input, tasks: bool, language: &Language) -> Option<Checked> {
    let (source, diagnostics) = match input.read() {
        Content::Text(source) => check(input, source, tasks, language),
        Content::Broken(..) if input.is_policy() => return None,
        Content::Broken(source, diagnostic) => (Arc::new(source), vec![diagnostic]),
    };
    (!diagnostics.is_empty()).then_some(Checked { source, diagnostics })
}

/// Checks the content of a file according to its kind.
pub fn check(
    input: &Input,
    source: Source,
    tasks: bool,
    language: &Language,
) -> (Arc<Source>, Vec<Diagnostic>) {
    match input.ending() {
        "erb" => of_one(source, bunraku::check_erb),
        "rb" => of_one(source, bunraku::check_ruby),
        "yaml" | "yml" | "eyaml" => of_one(source, data::check_yaml),
        "json" => of_one(source, data::check_json),
        _ => {
            let analysis = Analysis::new(source, input.kind(tasks), namespace(input).as_deref(), language);
            (analysis.source, analysis.diagnostics)
        }
    }
}

/// The namespace that the definitions of a manifest or plan must have.
pub fn namespace(input: &Input) -> Option<String> {
    match input.kind(false) {
        SourceKind::Manifest | SourceKind::Plan => input.path().and_then(module_file::namespace),
        SourceKind::Template => None,
    }
}

/// The extensions of files that are checked in folders.
const ENDINGS: &[&str] = &["pp", "epp", "erb", "rb", "yaml", "yml", "eyaml", "json"];

fn of_one(source: Source, check: fn(&Source) -> Option<Diagnostic>) -> (Arc<Source>, Vec<Diagnostic>) {
    let found = check(&source);
    (Arc::new(source), found.into_iter().collect())
}

fn summary(errors: usize, warnings: usize, with_problems: usize, files: usize) -> String {
    if files == 0 {
        return "no manifests, templates, data or Ruby files found".to_owned();
    }
    let found = match (errors, warnings) {
        (0, 0) if files == 1 => return "1 file: no problems".to_owned(),
        (0, 0) => return format!("{files} files: no problems"),
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
    };
    let place = if files == 1 { "1 file".to_owned() } else { format!("{with_problems} of {files} files") };
    format!("{found} in {place}")
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn summaries() {
        assert_eq!(summary(0, 0, 0, 0), "no manifests, templates, data or Ruby files found");
        assert_eq!(summary(0, 0, 0, 1), "1 file: no problems");
        assert_eq!(summary(0, 0, 0, 120), "120 files: no problems");
        assert_eq!(summary(3, 0, 2, 120), "3 errors in 2 of 120 files");
        assert_eq!(summary(1, 2, 1, 1), "1 error and 2 warnings in 1 file");
        assert_eq!(summary(0, 1, 1, 2), "1 warning in 1 of 2 files");
    }
}
