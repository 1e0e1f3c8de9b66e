//! What happens while a file of specs runs.

use std::collections::BTreeSet;
use std::time::Duration;

/// How a file of specs went.
#[derive(Debug, Default)]
pub struct FileRun {
    /// The file, relative to the module.
    pub path: String,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Why the file could not be read or did not reach its end, if so.
    pub error: Option<Failure>,
    /// The messages of `puts` and `warn`.
    pub output: Vec<String>,
    /// How long reading the file took, until its first example.
    pub load_time: Duration,
    /// The manifests of the module that its compilations ran, relative to the module.
    pub manifests: BTreeSet<String>,
}

/// Something that happens.
#[derive(Debug)]
pub enum Event {
    /// A group begins.
    Enter(String),
    /// The innermost group ends.
    Leave,
    /// An example has ended.
    Example(Box<Example>),
    /// Something outside examples failed: a hook of a group or of the suite.
    Outside(Failure),
}

/// An example that has run.
#[derive(Debug, Clone)]
pub struct Example {
    /// Its own description, or the one that its last expectation made.
    pub description: String,
    /// The descriptions of all groups around it, and its own.
    pub full_description: String,
    /// The file, relative to the module.
    pub file_path: String,
    /// The line of the example.
    pub line_number: u32,
    /// How it ended.
    pub status: Status,
    /// Why it is pending, if it is.
    pub pending_message: Option<String>,
    /// What failed.
    pub failures: Vec<Failure>,
    /// How long it took.
    pub run_time: Duration,
}

/// How an example ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All expectations hold.
    Passed,
    /// An expectation does not hold, or an exception was raised.
    Failed,
    /// It was skipped, or is expected to fail.
    Pending,
}

impl Status {
    /// RSpec's word.
    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Pending => "pending",
        }
    }
}

/// A failure, with the place in the specs that it came from.
#[derive(Debug, Clone, Default)]
pub struct Failure {
    /// The class of the exception.
    pub class: String,
    /// What is wrong.
    pub message: String,
    /// The call stack: file and line, innermost first. Our own libraries are left out.
    pub backtrace: Vec<String>,
    /// The lines of the specs at the first of these places.
    pub source: Option<String>,
}

impl FileRun {
    /// The examples, in the order in which they ran.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.events.iter().filter_map(|event| match event {
            Event::Example(example) => Some(&**example),
            _ => None,
        })
    }

    /// Failures outside examples, including the one that kept the file from running.
    pub fn outside(&self) -> impl Iterator<Item = &Failure> {
        let events = self.events.iter().filter_map(|event| match event {
            Event::Outside(failure) => Some(failure),
            _ => None,
        });
        events.chain(&self.error)
    }

    /// Whether nothing failed.
    pub fn is_fine(&self) -> bool {
        self.outside().next().is_none() && self.examples().all(|example| example.status != Status::Failed)
    }
}
