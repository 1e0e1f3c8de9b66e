//! Arrays: reference counted, and changed in place as long as nobody shares them.

use std::ops::Deref;

use ecow::EcoVec;
use hashbrown::{HashTable, hash_table::Entry};

use crate::Value;
use crate::hash::key_hash;
use crate::value::{drop_all, is_collection};

/// The elements of an array.
///
/// A clone shares the elements. [`Array::push`], [`Array::extend`] and [`Array::make_mut`] change them in place if
/// nobody else holds them, and copy them first otherwise. That makes building an array step by step linear, as long as
/// the evaluator gives up its own reference before it appends.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Array(EcoVec<Value>);

impl Array {
    /// An array without elements. Allocates nothing.
    pub const fn new() -> Array {
        Array(EcoVec::new())
    }

    /// The elements as a slice.
    pub fn as_slice(&self) -> &[Value] {
        self.0.as_slice()
    }

    /// An address that tells whether two arrays share their elements.
    ///
    /// No other array with elements has it for as long as this one exists. Empty arrays may all have the same.
    pub fn identity(&self) -> usize {
        self.0.as_ptr().addr()
    }

    /// The elements, to change them in place. Copies them first if they are shared.
    pub fn make_mut(&mut self) -> &mut [Value] {
        self.0.make_mut()
    }

    /// Appends one value.
    pub fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    /// Appends several values.
    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        self.0.extend(values);
    }

    /// Moves nested collections out, for [`drop_all`], unless somebody else holds the elements.
    pub(crate) fn take_collections(&mut self, waiting: &mut Vec<Value>) {
        if self.0.is_unique() {
            let nested = self.0.make_mut().iter_mut().filter(|value| is_collection(value));
            waiting.extend(nested.map(std::mem::take));
        }
    }

    /// The array without repeated elements, keeping the first of each. Elements are compared as hash keys are, exactly.
    ///
    /// The result shares the elements with this array if none is repeated.
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
        self.0.retain(|value| keep(value));
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
        Array(values.into())
    }
}

impl FromIterator<Value> for Array {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Array {
        Array(values.into_iter().collect())
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = ecow::vec::IntoIter<Value>;

    /// Moves the elements out if they are not shared, and clones them otherwise.
    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.0).into_iter()
    }
}

impl Drop for Array {
    /// Drops nested collections one after another, because values may be nested deeper than the stack allows.
    fn drop(&mut self) {
        if self.0.is_unique() && self.0.iter().any(is_collection) {
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
        self.0.iter()
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
