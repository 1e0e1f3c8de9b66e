//! The explanation of a lookup: every layer, level and path that was tried, what was found and how it was merged.

mod json;
mod text;

use std::path::PathBuf;

use bunraku_pcore::Value;

use crate::yaml::Position;

/// How a lookup came to its answer.
#[derive(Debug, Clone, Default)]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A step of a lookup.
#[derive(Debug, Clone)]
pub struct Step {
    /// What was done.
    pub what: What,
    /// How it ended.
    pub outcome: Option<Outcome>,
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
    /// Resolves the `%{...}` of a text.
    Interpolation(String),
    /// Reads a variable.
    Variable(String),
    /// Takes a part of the value.
    Dig(String),
}

/// How a step ended.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// With a value.
    Found {
        /// The value.
        value: Value,
        /// Where its key stands in the file.
        position: Option<Position>,
    },
    /// With a merged value.
    Merged(Value),
    /// With the value given as an override.
    Override(Value),
    /// With the value given as a default.
    Default(Value),
    /// Without a value.
    NotFound,
    /// There is no such file.
    NoFile,
    /// There is no such module.
    NoModule,
    /// The module has no `hiera.yaml`.
    NoModuleData,
    /// The key is `lookup_options`, which cannot be looked up.
    Reserved,
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

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
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
