//! Arrays: reference-counted, and changed in place as long as they are not shared.

use std::ops::Deref;

use ecow::EcoVec;
use hashbrown::{HashTable, hash_table::Entry};

use crate::edit::Edit;
use crate::hash::key_hash;
use crate::value::{drop_all, is_collection};
use crate::{Measure, Value};

/// The elements of an array.
///
/// A clone shares the elements. [`Array::push`], [`Array::extend`] and [`Array::get_mut`] change them in place if they
/// are not shared, and copy them first otherwise. That makes building an array step by step linear, as long as the
/// evaluator drops its own reference before it appends.
#[derive(Clone, Default)]
pub struct Array {
    elements: EcoVec<Value>,
    /// The measure of all elements.
    measure: Measure,
}

impl Array {
    /// An array without elements. Allocates nothing.
    pub const fn new() -> Array {
        Array { elements: EcoVec::new(), measure: Measure::ZERO }
    }

    /// The elements as a slice.
    pub fn as_slice(&self) -> &[Value] {
        self.elements.as_slice()
    }

    /// An address that shows whether two arrays share their elements.
    ///
    /// It is unique among arrays with elements for as long as this one exists. Empty arrays may all have the same.
    pub fn identity(&self) -> usize {
        self.elements.as_ptr().addr()
    }

    /// Like [`Array::identity`], but `None` for an empty array without capacity: all of those are alike.
    pub fn address(&self) -> Option<usize> {
        (self.elements.capacity() > 0).then(|| self.identity())
    }

    /// An array with the same elements and its own address, even if it is empty.
    #[must_use]
    pub fn to_own(&self) -> Array {
        let mut own = Array { elements: EcoVec::with_capacity(self.len().max(1)), measure: Measure::ZERO };
        own.extend(self.iter().cloned());
        own
    }

    /// The total size of the elements, and the depth of the deepest one.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Whether the elements are shared, so that a change copies them.
    pub fn is_shared(&mut self) -> bool {
        !self.elements.is_empty() && !self.elements.is_unique()
    }

    /// An element, to change it in place. Copies the elements first if they are shared.
    pub fn get_mut(&mut self, index: usize) -> Option<Edit<'_>> {
        let element = self.elements.make_mut().get_mut(index)?;
        Some(Edit::new(element, &mut self.measure))
    }

    /// Sorts the elements. Copies them first if they are shared.
    pub fn sort_by(&mut self, order: impl FnMut(&Value, &Value) -> std::cmp::Ordering) {
        self.elements.make_mut().sort_by(order);
    }

    /// Appends one value.
    pub fn push(&mut self, value: Value) {
        self.measure.add(value.measure());
        self.elements.push(value);
    }

    /// Appends several values.
    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        let measure = &mut self.measure;
        self.elements.extend(values.into_iter().inspect(|value| measure.add(value.measure())));
    }

    /// Moves nested collections out, for [`drop_all`], unless the elements are shared.
    pub(crate) fn take_collections(&mut self, waiting: &mut Vec<Value>) {
        if self.elements.is_unique() {
            let nested = self.elements.make_mut().iter_mut().filter(|value| is_collection(value));
            waiting.extend(nested.map(std::mem::take));
        }
    }

    /// The array without duplicates, keeping the first of each. Elements are compared exactly, like hash keys.
    ///
    /// The result shares the elements with this array if there are no duplicates.
    pub fn unique(&self) -> Array {
        let values = self.as_slice();
        let mut seen: HashTable<&Value> = HashTable::with_capacity(values.len());
        let mut is_first = |value| {
            let hash = key_hash(value);
            let entry = seen.entry(hash, |known| *known == value, key_hash);
            match entry {
                Entry::Occupied(_) => false,
                Entry::Vacant(entry) => {
                    entry.insert(value);
                    true
                }
            }
        };
        let unrepeated = values.iter().take_while(|value| is_first(value)).count();
        if unrepeated == values.len() {
            return self.clone();
        }
        let (before, rest) = values.split_at(unrepeated);
        let rest = rest.iter().filter(|value| is_first(value));
        before.iter().chain(rest).cloned().collect()
    }

    /// Keeps the elements for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value) -> bool) {
        let measure = &mut self.measure;
        self.elements.retain(|value| {
            let kept = keep(value);
            if !kept {
                measure.remove(value.measure());
            }
            kept
        });
    }
}

impl PartialEq for Array {
    fn eq(&self, other: &Array) -> bool {
        // Clones are common as operands, and comparing all of their elements would be a waste.
        self.identity() == other.identity() && self.len() == other.len() || self.elements == other.elements
    }
}

impl Eq for Array {}

impl std::hash::Hash for Array {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.elements.hash(state);
    }
}

impl std::fmt::Debug for Array {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.elements.fmt(f)
    }
}

impl Deref for Array {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.as_slice()
    }
}

impl From<Vec<Value>> for Array {
    fn from(values: Vec<Value>) -> Array {
        let measure = Measure::of_all(&values);
        Array { elements: values.into(), measure }
    }
}

impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Array {
        let elements: EcoVec<Value> = values.into_iter().collect();
        let measure = Measure::of_all(&elements);
        Array { elements, measure }
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = ecow::vec::IntoIter<Value>;

    /// Moves the elements out if they are not shared, and clones them otherwise.
    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.elements).into_iter()
    }
}

impl Drop for Array {
    /// Drops nested collections one after another, because values may be nested deeper than the stack allows.
    fn drop(&mut self) {
        if self.measure.depth() > 0 && self.elements.is_unique() {
            let mut waiting = Vec::new();
            self.take_collections(&mut waiting);
            drop_all(waiting);
        }
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_keeps_the_first_of_each() {
        let unique = |numbers: &[i64]| -> Vec<i64> {
            let array: Array = numbers.iter().map(|number| Value::Int(*number)).collect();
            array.unique().iter().filter_map(Value::as_int).collect()
        };
        assert_eq!(unique(&[]), []);
        assert_eq!(unique(&[3, 1, 2]), [3, 1, 2]);
        assert_eq!(unique(&[3, 1, 3, 2, 1, 1, 4]), [3, 1, 2, 4]);
        assert_eq!(unique(&[1, 1]), [1]);
        let mixed = Array::from(vec![Value::Int(1), Value::Float(1.0), Value::str("1"), Value::Int(1)]);
        assert_eq!(mixed.unique().len(), 3);
    }
}
