//! Records which code ran, for measuring test coverage.
//!
//! It is free when it is not used: the budget is checked every few thousand steps anyway, and a machine that records
//! coverage checks it at every step.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bunraku_diag::{FileId, Source, TextRange};

/// The code that ran, as places of expressions.
#[derive(Debug, Default, Clone)]
pub struct Coverage {
    files: HashMap<FileId, Ran>,
    /// The step count at which the budget is checked next.
    pub(crate) checkpoint: u64,
}

#[derive(Debug, Clone)]
struct Ran {
    source: Arc<Source>,
    places: HashSet<TextRange>,
}

impl Coverage {
    /// Records that the expression at a place was evaluated, or that a line of a template in Ruby was written.
    pub fn note(&mut self, source: &Arc<Source>, range: TextRange) {
        let ran = self
            .files
            .entry(source.id())
            .or_insert_with(|| Ran { source: Arc::clone(source), places: HashSet::new() });
        ran.places.insert(range);
    }

    /// Adds the coverage of another evaluation.
    pub fn merge(&mut self, other: Coverage) {
        for (file, ran) in other.files {
            match self.files.get_mut(&file) {
                Some(known) => known.places.extend(ran.places),
                None => drop(self.files.insert(file, ran)),
            }
        }
    }

    /// Each file whose code ran, with the places of the evaluated expressions.
    pub fn files(&self) -> impl Iterator<Item = (&Source, &HashSet<TextRange>)> {
        self.files.values().map(|ran| (&*ran.source, &ran.places))
    }
}
