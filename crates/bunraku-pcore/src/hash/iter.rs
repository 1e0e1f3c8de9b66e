//! Iteration over the entries of a hash, part by part.

use std::sync::Arc;

use super::{Entry, Hash, Map};
use crate::Value;

/// Borrows the entries of a [`Hash`] in their order. See [`Hash::iter`].
#[derive(Clone)]
pub struct Iter<'a> {
    current: std::slice::Iter<'a, Entry>,
    before: std::slice::Iter<'a, Arc<Map>>,
    last: Option<&'a Map>,
}

impl<'a> Iter<'a> {
    pub(super) fn new(hash: &'a Hash) -> Iter<'a> {
        let before = hash.before.as_ref().map_or([].as_slice(), |parts| parts);
        Iter { current: [].iter(), before: before.iter(), last: hash.last.as_deref() }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.current.next() {
                return Some((&entry.key, &entry.value));
            }
            let part = self.before.next().map(Arc::as_ref).or_else(|| self.last.take())?;
            self.current = part.entries().iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let before: usize = self.before.as_slice().iter().map(|part| part.entries().len()).sum();
        let rest = self.current.len() + before + self.last.map_or(0, |part| part.entries().len());
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Hash {
    type Item = (&'a Value, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Moves the entries out of a [`Hash`] in their order.
pub struct IntoIter {
    current: std::vec::IntoIter<Entry>,
    before: std::vec::IntoIter<Arc<Map>>,
    last: Option<Arc<Map>>,
}

impl Iterator for IntoIter {
    type Item = (Value, Value);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.current.next() {
                return Some((entry.key, entry.value));
            }
            let part = self.before.next().or_else(|| self.last.take())?;
            self.current = Arc::unwrap_or_clone(part).into_entries().into_iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let before: usize = self.before.as_slice().iter().map(|part| part.entries().len()).sum();
        let rest = self.current.len() + before + self.last.as_ref().map_or(0, |part| part.entries().len());
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for IntoIter {}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = IntoIter;

    /// Moves the entries out if they are not shared, and clones them otherwise.
    fn into_iter(mut self) -> IntoIter {
        let before = self.before.take().map(Arc::unwrap_or_clone).unwrap_or_default();
        IntoIter { current: Vec::new().into_iter(), before: before.into_iter(), last: self.last.take() }
    }
}
