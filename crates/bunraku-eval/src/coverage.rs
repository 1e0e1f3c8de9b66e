//! Which code ran, for those who measure how much of it tests reach.
//!
//! It costs nothing when nobody asks: the budget is looked at every few thousand steps, and a machine that measures looks
//! at it at each step.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bunraku_diag::{FileId, Source, TextRange};

/// The code that ran, as places of expressions.
#[derive(Debug, Default, Clone)]
pub struct Coverage {
    files: HashMap<FileId, Ran>,
    /// The count of steps at which the budget is looked at again.
    pub(crate) checkpoint: u64,
}

#[derive(Debug, Clone)]
struct Ran {
    source: Arc<Source>,
    places: HashSet<TextRange>,
}

impl Coverage {
    /// Notes that the expression at a place was evaluated.
    pub(crate) fn note(&mut self, source: &Arc<Source>, range: TextRange) {
        let ran = self
            .files
            .entry(source.id())
            .or_insert_with(|| Ran { source: Arc::clone(source), places: HashSet::new() });
        ran.places.insert(range);
    }

    /// Adds what another evaluation ran.
    pub fn merge(&mut self, other: Coverage) {
        for (file, ran) in other.files {
            match self.files.get_mut(&file) {
                Some(known) => known.places.extend(ran.places),
                None => drop(self.files.insert(file, ran)),
            }
        }
    }

    /// Each file that code ran of, with the places of the expressions that were evaluated.
    pub fn files(&self) -> impl Iterator<Item = (&Source, &HashSet<TextRange>)> {
        self.files.values().map(|ran| (&*ran.source, &ran.places))
    }
}
