//! Summarizes failures, with their reasons and totals.

use std::{fmt::Write as _, time::Duration};

use crate::{Event, Failure, FileRun, Status};

/// Totals of examples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// The number of examples that ran.
    pub examples: usize,
    /// The number of failed examples.
    pub failures: usize,
    /// The number of pending examples.
    pub pending: usize,
    /// Failures outside examples: files that could not be loaded, hooks of groups.
    pub outside: usize,
}

impl Totals {
    /// The totals of several files.
    pub fn of<'r>(runs: impl IntoIterator<Item = &'r FileRun>) -> Totals {
        let mut totals = Totals::default();
        for run in runs {
            totals.outside += run.outside().count();
            for example in run.examples() {
                totals.examples += 1;
                totals.failures += usize::from(example.status == Status::Failed);
                totals.pending += usize::from(example.status == Status::Pending);
            }
        }
        totals
    }

    /// The line with which RSpec ends.
    pub fn line(&self) -> String {
        let mut line =
            format!("{}, {}", counted(self.examples, "example"), counted(self.failures, "failure"));
        if self.pending > 0 {
            let _ = write!(line, ", {} pending", self.pending);
        }
        if self.outside > 0 {
            let _ = write!(line, ", {} occurred outside the examples", counted(self.outside, "error"));
        }
        line
    }

    /// The line, with the total time.
    pub fn text(&self, took: Duration) -> String {
        let none = if self.examples == 0 && self.outside == 0 { "No examples found.\n\n" } else { "" };
        format!("{none}Finished in {:.2} seconds\n{}\n", took.as_secs_f64(), self.line())
    }
}

/// All failures, each with its reason, its place and how to run it again.
pub fn failures(runs: &[FileRun]) -> String {
    let mut text = String::new();
    for run in runs {
        for failure in run.outside() {
            let _ = writeln!(text, "\nAn error occurred outside the examples of {}:", run.path);
            describe(&mut text, failure);
        }
    }
    let failed: Vec<_> = runs
        .iter()
        .flat_map(|run| &run.events)
        .filter_map(|event| match event {
            Event::Example(example) if example.status == Status::Failed => Some(example),
            _ => None,
        })
        .collect();
    for (at, example) in failed.iter().enumerate() {
        let _ = writeln!(text, "\n  {}) {}", at + 1, example.full_description);
        for failure in &example.failures {
            describe(&mut text, failure);
        }
    }
    if !failed.is_empty() {
        text.push_str("\nFailed examples:\n\n");
        for example in &failed {
            let place = format!("{}:{}", example.file_path, example.line_number);
            let _ = writeln!(text, "bunraku test {place} # {}", example.full_description);
        }
    }
    text
}

fn describe(text: &mut String, failure: &Failure) {
    if let Some(source) = &failure.source {
        let _ = writeln!(text, "     Failure/Error: {source}\n");
    }
    let expectation = failure.class.ends_with("ExpectationNotMetError") || failure.class.is_empty();
    if !expectation {
        let _ = writeln!(text, "     {}:", failure.class);
    }
    let indent = if expectation { "     " } else { "       " };
    for line in failure.message.trim_matches('\n').lines() {
        let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
    }
    if let Some(help) = help(failure) {
        let _ = writeln!(text, "{indent}help: {help}");
    }
    for place in failure.backtrace.iter().take(4) {
        let _ = writeln!(text, "     # {place}");
    }
}

/// What to do about a gem that is missing.
fn help(failure: &Failure) -> Option<String> {
    let name = failure.message.strip_prefix("cannot load such file -- ")?.split(' ').next()?;
    let gem = name.split('/').next()?;
    Some(format!(
        "get the gem that contains `{name}` with `gem fetch {gem}` and `gem unpack`, and pass its `lib` folder with `--include DIR`"
    ))
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
