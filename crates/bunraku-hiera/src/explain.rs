//! The explanation of a lookup: every layer, level and path that was tried, what was found and how it was merged.

mod json;
mod text;

use std::path::PathBuf;

use bunraku_formats::Position;
use bunraku_pcore::Value;

pub use text::Paint;

/// How a lookup came to its result.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A file that contributed to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSource {
    /// The path of the file.
    pub file: PathBuf,
    /// The position of the key, if it is known.
    pub position: Option<Position>,
}

impl Explanation {
    /// The files that contributed to the value of the last key: several if it was merged.
    pub fn sources(&self) -> Vec<DataSource> {
        let mut found = Vec::new();
        if let Some(step) = self.steps.iter().rev().find(|step| matches!(step.what, StepKind::Key(_))) {
            step.steps.iter().for_each(|step| step.sources(&mut found));
        }
        found
    }

    /// Only the steps that look up `lookup_options`.
    #[must_use]
    pub fn of_options(&self) -> Explanation {
        let mut steps = Vec::new();
        self.steps.iter().for_each(|step| step.collect_options(&mut steps));
        Explanation { steps }
    }

    /// All steps except those that look up `lookup_options`.
    #[must_use]
    pub fn of_data(&self) -> Explanation {
        Explanation { steps: without_options(&self.steps) }
    }
}

impl Step {
    fn sources(&self, found: &mut Vec<DataSource>) {
        match (&self.what, &self.outcome) {
            // What these find is not the value itself.
            (StepKind::Options | StepKind::Interpolation(_) | StepKind::Key(_), _) => {}
            (StepKind::Path { path, .. }, Some(StepResult::Found { position, .. })) => {
                let position = position.filter(|position| position.line > 0);
                found.push(DataSource { file: path.clone(), position });
            }
            _ => self.steps.iter().for_each(|step| step.sources(found)),
        }
    }

    fn collect_options(&self, found: &mut Vec<Step>) {
        if matches!(self.what, StepKind::Options) {
            found.push(self.clone());
        } else {
            self.steps.iter().for_each(|step| step.collect_options(found));
        }
    }
}

fn without_options(steps: &[Step]) -> Vec<Step> {
    let kept = steps.iter().filter(|step| !matches!(step.what, StepKind::Options));
    kept.map(|step| Step { steps: without_options(&step.steps), ..step.clone() }).collect()
}

/// A step of a lookup.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Step {
    /// The action.
    pub what: StepKind,
    /// The result; `None` if the step has none of its own.
    pub outcome: Option<StepResult>,
    /// Additional remarks, such as those of data functions.
    pub notes: Vec<String>,
    /// The nested steps.
    pub steps: Vec<Step>,
}

/// The action of a step.
#[derive(Debug, Clone)]
pub enum StepKind {
    /// Looks up a key.
    Key(String),
    /// Looks up `lookup_options`.
    Options,
    /// Searches a layer.
    Layer {
        /// `global`, `environment` or `module`.
        layer: &'static str,
        /// The name of the module, in the module layer.
        module: Option<String>,
        /// The `hiera.yaml` in use; `None` for the built-in configuration.
        config: Option<PathBuf>,
    },
    /// Searches the default hierarchy of a module.
    DefaultHierarchy(String),
    /// Searches a level of the hierarchy.
    Level(String),
    /// Searches a file.
    Path {
        /// As written in `hiera.yaml`.
        original: String,
        /// With its interpolations resolved.
        path: PathBuf,
    },
    /// Queries a URI.
    Uri {
        /// As written in `hiera.yaml`.
        original: String,
        /// With its interpolations resolved.
        uri: String,
    },
    /// Merges the values of several levels or locations, with this strategy.
    Merge(&'static str),
    /// Resolves the `%{...}` of a string.
    Interpolation(String),
    /// Reads a variable.
    Variable(String),
    /// Selects a part of the value.
    Dig(String),
}

/// The result of a step.
#[derive(Debug, Clone)]
pub enum StepResult {
    /// A value was found.
    Found {
        /// The value, before merging.
        value: Value,
        /// The position of its key in the file, if it is known.
        position: Option<Position>,
    },
    /// Several values were merged.
    Merged(Value),
    /// There is no value.
    NotFound,
    /// The file does not exist.
    NoFile,
    /// The module does not exist.
    NoModule,
    /// The `hiera.yaml` does not exist.
    NoConfig,
    /// The step failed with this message.
    Failed(String),
}

/// An explanation that is being recorded.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    open: Vec<Step>,
    done: Vec<Step>,
}

impl Trace {
    pub(crate) fn enter(&mut self, what: StepKind) {
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
