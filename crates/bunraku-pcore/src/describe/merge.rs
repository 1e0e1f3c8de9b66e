//! Merges the mismatches of alternatives: what all of them have in common is reported once.

use bunraku_edition::TypeRules;

use super::{Mismatch, Problem, Step};
use crate::Type;

/// A single mismatch if every alternative fails at the same part in the same way, and otherwise all of them.
///
/// `position` is the index of the step in each path that names the alternative. It is removed from a single mismatch.
pub(super) fn merge_alternatives(
    rules: &TypeRules,
    position: usize,
    alternatives: Vec<Vec<Mismatch>>,
) -> Vec<Mismatch> {
    let count = alternatives.len();
    let mut all: Vec<Mismatch> = alternatives.into_iter().flatten().collect();
    for kind in [Kind::Size, Kind::Count, Kind::MissingBlock, Kind::UnexpectedBlock, Kind::Type] {
        let same: Vec<&Mismatch> = all.iter().filter(|mismatch| kind.is_of(&mismatch.problem)).collect();
        if same.len() != count {
            continue;
        }
        let merged =
            same.iter().skip(1).try_fold(same.first().map(|first| (*first).clone()), |merged, next| {
                let merged = merged?;
                (canonical(&merged.path) == canonical(&next.path)).then(|| Some(merged.merged(rules, next)))
            });
        if let Some(Some(merged)) = merged {
            all = vec![merged];
            break;
        }
    }
    let mut unique: Vec<Mismatch> = Vec::new();
    for mismatch in all {
        let known = unique.iter().any(|other| {
            other.problem == mismatch.problem && canonical(&other.path) == canonical(&mismatch.path)
        });
        if !known {
            unique.push(mismatch);
        }
    }
    if let [only] = unique.as_mut_slice()
        && position < only.path.len()
    {
        only.path.remove(position);
    }
    unique
}

/// The kinds of problems that can be merged into one.
#[derive(Clone, Copy)]
enum Kind {
    Size,
    Count,
    MissingBlock,
    UnexpectedBlock,
    Type,
}

impl Kind {
    fn is_of(self, problem: &Problem) -> bool {
        match self {
            Kind::Size => matches!(problem, Problem::Size { .. }),
            Kind::Count => matches!(problem, Problem::Count { .. }),
            Kind::MissingBlock => matches!(problem, Problem::MissingBlock),
            Kind::UnexpectedBlock => matches!(problem, Problem::UnexpectedBlock),
            Kind::Type => matches!(problem, Problem::Type { .. } | Problem::Pattern { .. }),
        }
    }
}

impl Mismatch {
    /// Combines two mismatches: a size in either range, or a value of either type, was expected.
    fn merged(mut self, rules: &TypeRules, other: &Mismatch) -> Mismatch {
        match (&mut self.problem, &other.problem) {
            (Problem::Size { expected, .. }, Problem::Size { expected: other, .. })
            | (Problem::Count { expected, .. }, Problem::Count { expected: other, .. }) => {
                *expected = expected.hull(other);
            }
            (
                Problem::Type { expected, .. } | Problem::Pattern { expected, .. },
                Problem::Type { expected: other, .. } | Problem::Pattern { expected: other, .. },
            ) => *expected = Type::variant([expected.clone(), other.clone()]).normalize(rules),
            _ => {}
        }
        self
    }
}

/// A path without the steps that are not shown.
fn canonical(path: &[Step]) -> Vec<&Step> {
    path.iter().filter(|step| !matches!(step, Step::Alternative(_) | Step::Signature(_))).collect()
}
