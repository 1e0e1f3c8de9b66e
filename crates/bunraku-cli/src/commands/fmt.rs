//! `bunraku fmt`: formats files.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use bunraku::diag::{Diagnostic, Source, Sources, codes};
use bunraku::fmt::{self, FormatError, Formatted, LineRange, Options};

use super::Status;
use crate::args::{Color, Fmt, LogFormat};
use crate::files::{self, Content, Folders, Input, MANIFESTS};
use crate::output;
use crate::pool::{self, Event};
use crate::project::Project;
use crate::replace::replace;
use crate::report::Reporter;
use bunraku::insight::lines;

/// Runs the command.
pub fn run(args: &Fmt, project: &Project, color: Color) -> Status {
    let mut reporter = Reporter::new(LogFormat::Text, color);
    let mut found = match files::find_in(&args.paths, &args.stdin_name, Folders::Own, MANIFESTS) {
        Ok(found) => project.keep(found, &args.paths),
        Err(reason) => return reporter.refuse(*reason),
    };
    keep_each_file_once(&mut found.inputs);
    let inputs = &found.inputs;
    if args.range.is_some() && inputs.len() != 1 {
        let message = format!("`--range` needs exactly one file, got {}", inputs.len());
        return reporter.refuse(Diagnostic::error(codes::WRONG_USE, message));
    }
    if !args.quiet {
        reporter.expect(inputs.len(), "formatted", "files");
    }
    let job = Job { options: args.options(), range: args.range, tasks: args.tasks, wish: Wish::of(args) };
    let mut sources = Sources::new();
    let mut counts = Counts::default();
    let mut printed = Status::Fine;
    pool::map_in_order(
        inputs,
        |_, input| job.format(input),
        |event| match event {
            Event::Tick(done) => reporter.done(done),
            Event::Result(Done::Same(output)) => {
                counts.same += 1;
                printed = job.print(printed, &output);
            }
            Event::Result(Done::Changed(output)) => {
                counts.changed += 1;
                printed = job.print(printed, &output);
            }
            Event::Result(Done::Failed(source, diagnostics)) => {
                counts.failed += 1;
                sources.add(source);
                for diagnostic in diagnostics {
                    reporter.report(diagnostic, &sources);
                }
            }
        },
    );
    let standard_input = !inputs.is_empty() && inputs.iter().all(|input| input.path().is_none());
    // A filter prints its result and nothing else.
    let is_filter = standard_input && job.wish == Wish::Write;
    if !args.quiet && !is_filter {
        reporter.note(&counts.summary(job.wish));
        if let Some(note) = found.note() {
            reporter.note(&note);
        }
    }
    let changed = counts.changed > 0 && job.wish != Wish::Write;
    match reporter.finish() {
        Status::Fine if counts.failed == 0 && changed => Status::Problems,
        Status::Fine if counts.failed == 0 => printed,
        _ => Status::WrongUse,
    }
}

/// What to do with the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// Replace the files.
    Write,
    /// Print the names of the files that would change.
    Check,
    /// Print the differences.
    Diff,
}

impl Wish {
    fn of(args: &Fmt) -> Wish {
        match (args.diff, args.check) {
            (true, _) => Wish::Diff,
            (false, true) => Wish::Check,
            (false, false) => Wish::Write,
        }
    }
}

/// How each file is processed.
struct Job {
    options: Options,
    range: Option<LineRange>,
    /// Whether all manifests are parsed as plans.
    tasks: bool,
    wish: Wish,
}

/// The outcome of a file, with the output.
enum Done {
    /// It was formatted already.
    Same(String),
    /// It was, or would be, reformatted.
    Changed(String),
    /// It was left alone, for these reasons.
    Failed(Source, Vec<Diagnostic>),
}

impl Job {
    /// Prints the outcome of a file and returns the worse of both statuses.
    fn print(&self, status: Status, text: &str) -> Status {
        let printed = match self.wish {
            _ if text.is_empty() => Status::Fine,
            // An editor that pipes a file through the formatter needs all of it.
            Wish::Write => output::print(text),
            Wish::Check | Wish::Diff => output::show(text),
        };
        if status == Status::Fine { printed } else { status }
    }

    fn format(&self, input: &Input) -> Done {
        let source = match input.read() {
            Content::Text(source) => source,
            Content::Broken(..) if input.is_policy() => return Done::Same(String::new()),
            Content::Broken(source, reason) => return Done::Failed(source, vec![reason]),
        };
        let formatted = match self.range {
            None => fmt::format(source.text(), input.kind(self.tasks), &self.options),
            Some(lines) => fmt::format_range(source.text(), input.kind(self.tasks), lines, &self.options),
        };
        match formatted {
            Ok(formatted) => self.deliver(input, source, formatted),
            Err(error) => {
                let reasons = reasons(&source, &error);
                Done::Failed(source, reasons)
            }
        }
    }

    fn deliver(&self, input: &Input, source: Source, formatted: Formatted) -> Done {
        let Formatted { text, changed } = formatted;
        match (self.wish, input.path()) {
            (Wish::Write, None) if changed => Done::Changed(text),
            (Wish::Write, None) => Done::Same(text),
            _ if !changed => Done::Same(String::new()),
            (Wish::Check, _) => Done::Changed(format!("{}\n", input.name)),
            (Wish::Diff, _) => Done::Changed(lines::unified(&input.name, source.text(), &text)),
            (Wish::Write, Some(path)) => match replace(path, source.text(), &text) {
                Ok(()) => Done::Changed(String::new()),
                Err(reason) => {
                    let message = format!("cannot write `{}`: {reason}", input.name);
                    Done::Failed(source, vec![Diagnostic::error(codes::UNWRITABLE_FILE, message)])
                }
            },
        }
    }
}

/// Why a file was left alone.
pub fn reasons(source: &Source, error: &FormatError) -> Vec<Diagnostic> {
    match error {
        FormatError::Syntax(errors) => errors.iter().map(|error| error.to_diagnostic(source.id())).collect(),
        FormatError::Different { range } => {
            let diagnostic = Diagnostic::error(codes::FORMATTER_FAILED, error.to_string());
            let diagnostic = diagnostic.at(source.span(*range), "not the same after formatting");
            vec![
                diagnostic
                    .help("keep these lines as they are: put `# fmt: off` before and `# fmt: on` after them"),
            ]
        }
    }
}

/// Removes files reached by several paths: two threads must not write one file.
fn keep_each_file_once(inputs: &mut Vec<Input>) {
    let mut seen: HashSet<PathBuf> = HashSet::new();
    inputs.retain(|input| {
        let path = input.path().and_then(|path| fs::canonicalize(path).ok());
        path.is_none_or(|path| seen.insert(path))
    });
}

/// The number of files by outcome.
#[derive(Default)]
struct Counts {
    same: usize,
    changed: usize,
    failed: usize,
}

impl Counts {
    fn summary(&self, wish: Wish) -> String {
        if self.same + self.changed + self.failed == 0 {
            return "no `.pp` or `.epp` files found".to_owned();
        }
        let changed = if wish == Wish::Write { "reformatted" } else { "would be reformatted" };
        let parts = [(self.changed, changed), (self.same, "already formatted"), (self.failed, "left alone")];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let words = parts.map(|(number, what)| match number {
            1 => format!("1 file {what}"),
            number => format!("{number} files {what}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Wish};

    #[test]
    fn summaries() {
        let counts = |changed, same, failed| Counts { same, changed, failed };
        assert_eq!(counts(0, 0, 0).summary(Wish::Write), "no `.pp` or `.epp` files found");
        assert_eq!(counts(1, 0, 0).summary(Wish::Write), "1 file reformatted");
        let all = counts(2, 3, 1).summary(Wish::Check);
        assert_eq!(all, "2 files would be reformatted, 3 files already formatted, 1 file left alone");
    }
}
