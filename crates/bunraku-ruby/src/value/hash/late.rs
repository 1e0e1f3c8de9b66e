//! Entries of a hash that are made when code asks for them. Hosts pass large hashes, of which code reads a few entries.

use std::cell::RefCell;

use bunraku_intern::FastMap;

use crate::value::Val;

/// Where the entries of a hash come from. All keys are strings. Neither method runs code.
pub trait Late {
    /// The value of a key. It is asked for at most once for each key.
    fn get(&self, key: &str) -> Option<Val>;
    /// All entries in their order, with the values that were made before.
    fn entries(&self, made: FastMap<String, Val>) -> Vec<(Val, Val)>;
}

/// The entries of a hash as long as code has only looked up single keys.
pub(super) struct Pending {
    source: Box<dyn Late>,
    made: RefCell<FastMap<String, Val>>,
}

impl Pending {
    pub(super) fn new(source: Box<dyn Late>) -> Pending {
        Pending { source, made: RefCell::default() }
    }

    pub(super) fn get(&self, key: &str) -> Option<Val> {
        if let Some(value) = self.made.borrow().get(key) {
            return Some(value.clone());
        }
        let value = self.source.get(key)?;
        self.made.borrow_mut().insert(key.to_owned(), value.clone());
        Some(value)
    }

    pub(super) fn into_entries(self) -> Vec<(Val, Val)> {
        self.source.entries(self.made.into_inner())
    }

    /// Whether something holds for one of the values that code has seen.
    pub(super) fn any(&self, matches: impl Fn(&Val) -> bool) -> bool {
        self.made.borrow().values().any(matches)
    }

    pub(super) fn into_made(self) -> impl Iterator<Item = Val> {
        self.made.into_inner().into_values()
    }
}
