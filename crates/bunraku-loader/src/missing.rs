//! Names that have been looked up without success.

use std::sync::{PoisonError, RwLock};

use bunraku_intern::{FastMap, FastSet};

use crate::{MAX_KEPT, environment::Kind};

/// Names that no file defines, at most [`MAX_KEPT`] of each kind. A full set is emptied, and the names are looked up
/// again.
#[derive(Default)]
pub(crate) struct Missing(RwLock<FastMap<Kind, FastSet<String>>>);

impl Missing {
    pub(crate) fn contains(&self, kind: Kind, name: &str) -> bool {
        let names = self.0.read().unwrap_or_else(PoisonError::into_inner);
        names.get(&kind).is_some_and(|names| names.contains(name))
    }

    pub(crate) fn insert(&self, kind: Kind, name: &str) {
        let mut names = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let names = names.entry(kind).or_default();
        if names.len() >= MAX_KEPT {
            names.clear();
        }
        names.insert(name.to_owned());
    }
}
