//! The explanation of a lookup: every layer, level and path that was tried, what was found and how it was merged.

mod json;
mod text;

use std::path::PathBuf;

use bunraku_formats::Position;
use bunraku_pcore::Value;

pub use text::Paint;

/// How a lookup came to its answer.
#[derive(Debug, Clone, Default)]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A file that gave a value or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSource {
    /// The file.
    pub file: PathBuf,
    /// Where the key stands in it, if that is known.
    pub position: Option<Position>,
}

impl Explanation {
    /// The files that gave the value of the last key: several if it was merged.
    pub fn sources(&self) -> Vec<DataSource> {
        let mut found = Vec::new();
        if let Some(step) = self.steps.iter().rev().find(|step| matches!(step.what, What::Key(_))) {
            step.steps.iter().for_each(|step| step.sources(&mut found));
        }
        found
    }

    /// Only the steps that look for `lookup_options`.
    #[must_use]
    pub fn of_options(&self) -> Explanation {
        let mut steps = Vec::new();
        self.steps.iter().for_each(|step| step.collect_options(&mut steps));
        Explanation { steps }
    }

    /// All steps but those that look for `lookup_options`.
    #[must_use]
    pub fn of_data(&self) -> Explanation {
        Explanation { steps: without_options(&self.steps) }
    }
}

impl Step {
    fn sources(&self, found: &mut Vec<DataSource>) {
        match (&self.what, &self.outcome) {
            // What they find is not the value itself.
            (What::Options | What::Interpolation(_) | What::Key(_), _) => {}
            (What::Path { path, .. }, Some(StepResult::Found { position, .. })) => {
                let position = position.filter(|position| position.line > 0);
                found.push(DataSource { file: path.clone(), position });
            }
            _ => self.steps.iter().for_each(|step| step.sources(found)),
        }
    }

    fn collect_options(&self, found: &mut Vec<Step>) {
        if matches!(self.what, What::Options) {
            found.push(self.clone());
        } else {
            self.steps.iter().for_each(|step| step.collect_options(found));
        }
    }
}

fn without_options(steps: &[Step]) -> Vec<Step> {
    let kept = steps.iter().filter(|step| !matches!(step.what, What::Options));
    kept.map(|step| Step { steps: without_options(&step.steps), ..step.clone() }).collect()
}

/// A step of a lookup.
#[derive(Debug, Clone)]
pub struct Step {
    /// What was done.
    pub what: What,
    /// How it ended.
    pub outcome: Option<StepResult>,
    /// Remarks.
    pub notes: Vec<String>,
    /// The steps it was made of.
    pub steps: Vec<Step>,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum What {
    /// Looks for the value of a key.
    Key(String),
    /// Looks for `lookup_options`.
    Options,
    /// Asks a layer.
    Layer {
        /// `global`, `environment` or `module`.
        layer: &'static str,
        /// The module.
        module: Option<String>,
        /// The `hiera.yaml` in use; nothing if it is the built-in configuration.
        config: Option<PathBuf>,
    },
    /// Asks the default hierarchy of a module.
    DefaultHierarchy(String),
    /// Asks a level of the hierarchy.
    Level(String),
    /// Looks into a file.
    Path {
        /// As written in `hiera.yaml`.
        original: String,
        /// With its interpolations resolved.
        path: PathBuf,
    },
    /// Asks at a URI.
    Uri {
        /// As written in `hiera.yaml`.
        original: String,
        /// With its interpolations resolved.
        uri: String,
    },
    /// Merges what several levels or places have.
    Merge(&'static str),
    /// Resolves the `%{...}` of a string.
    Interpolation(String),
    /// Reads a variable.
    Variable(String),
    /// Takes a part of the value.
    Dig(String),
}

/// How a step ended.
#[derive(Debug, Clone)]
pub enum StepResult {
    /// With a value.
    Found {
        /// The value.
        value: Value,
        /// Where its key stands in the file.
        position: Option<Position>,
    },
    /// With a merged value.
    Merged(Value),
    /// Without a value.
    NotFound,
    /// There is no such file.
    NoFile,
    /// There is no such module.
    NoModule,
    /// There is no `hiera.yaml`.
    NoConfig,
    /// With an error.
    Failed(String),
}

/// An explanation that is being recorded.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    open: Vec<Step>,
    done: Vec<Step>,
}

impl Trace {
    pub(crate) fn enter(&mut self, what: What) {
        self.open.push(Step { what, outcome: None, notes: Vec::new(), steps: Vec::new() });
    }

    pub(crate) fn leave(&mut self) {
        let Some(step) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.steps.push(step),
            None => self.done.push(step),
        }
    }

    pub(crate) fn outcome(&mut self, outcome: StepResult) {
        if let Some(step) = self.open.last_mut() {
            step.outcome = Some(outcome);
        }
    }

    pub(crate) fn note(&mut self, text: String) {
        if let Some(step) = self.open.last_mut() {
            step.notes.push(text);
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Step> {
        while !self.open.is_empty() {
            self.leave();
        }
        self.done
    }
}
