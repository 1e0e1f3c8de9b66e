//! Records which code ran, for measuring test coverage.
//!
//! It is free when it is not used: the budget is checked every few thousand steps anyway, and a machine that records
//! coverage checks it at every step.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bunraku_diag::{FileId, Source, TextRange};

/// The code that ran, as places of expressions, and the ways that it went.
#[derive(Debug, Default, Clone)]
pub struct Coverage {
    files: HashMap<FileId, (Arc<Source>, Ran)>,
    /// The step count at which the budget is checked next.
    pub(crate) checkpoint: u64,
}

/// What ran of a file.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Ran {
    /// The places of the evaluated expressions, and the written lines of templates in Ruby.
    pub places: HashSet<TextRange>,
    /// The ways that `if`, `case`, selectors, `and`, `or` and `!` went.
    pub choices: HashSet<Choice>,
}

/// A way that an expression went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The place of the expression.
    pub range: TextRange,
    /// The number of the operand that was tested, or of the option that was chosen.
    pub part: u32,
    /// Whether the operand was true. An option is only recorded if it was chosen.
    pub holds: bool,
}

impl Ran {
    /// Adds what ran in another evaluation of the same file.
    pub fn merge(&mut self, other: &Ran) {
        self.places.extend(&other.places);
        self.choices.extend(&other.choices);
    }
}

impl Coverage {
    /// Records that the expression at a place was evaluated, or that a line of a template in Ruby was written.
    pub fn note(&mut self, source: &Arc<Source>, range: TextRange) {
        self.ran(source).places.insert(range);
    }

    /// Records the way that an expression went.
    pub fn note_choice(&mut self, source: &Arc<Source>, choice: Choice) {
        self.ran(source).choices.insert(choice);
    }

    fn ran(&mut self, source: &Arc<Source>) -> &mut Ran {
        &mut self.files.entry(source.id()).or_insert_with(|| (Arc::clone(source), Ran::default())).1
    }

    /// Adds the coverage of another evaluation.
    pub fn merge(&mut self, other: Coverage) {
        for (file, (source, ran)) in other.files {
            match self.files.get_mut(&file) {
                Some((_, known)) => known.merge(&ran),
                None => drop(self.files.insert(file, (source, ran))),
            }
        }
    }

    /// Each file whose code ran, with what ran of it.
    pub fn files(&self) -> impl Iterator<Item = (&Source, &Ran)> {
        self.files.values().map(|(source, ran)| (&**source, ran))
    }
}
