//! Arrays: counted, immutable while shared, changed in place while not.

use std::ops::Deref;

use ecow::EcoVec;
use hashbrown::{HashTable, hash_table::Entry};

use crate::Value;
use crate::hash::key_hash;
use crate::value::{drop_all, is_collection};

/// The values of an array.
///
/// A clone shares the elements. [`Array::push`], [`Array::extend`] and [`Array::make_mut`] change them in place when
/// nobody else holds them and copy them first otherwise, so building an array step by step is linear.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Array(EcoVec<Value>);

impl Array {
    /// An array without elements; allocates nothing.
    pub const fn new() -> Array {
        Array(EcoVec::new())
    }

    /// The elements.
    pub fn as_slice(&self) -> &[Value] {
        self.0.as_slice()
    }

    /// An address that no other array with elements has as long as this one is kept.
    pub fn identity(&self) -> usize {
        self.0.as_ptr().addr()
    }

    /// The elements for changing them in place; copies them first if they are shared.
    pub fn make_mut(&mut self) -> &mut [Value] {
        self.0.make_mut()
    }

    /// Appends one value.
    pub fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    /// Appends values.
    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        self.0.extend(values);
    }

    /// Moves nested collections out if nobody else holds the elements.
    pub(crate) fn take_collections(&mut self, waiting: &mut Vec<Value>) {
        if self.0.is_unique() {
            let nested = self.0.make_mut().iter_mut().filter(|value| is_collection(value));
            waiting.extend(nested.map(std::mem::take));
        }
    }

    /// The first of elements that are the same, as hash keys are. Shares the elements if no two are.
    pub fn unique(&self) -> Array {
        let values = self.as_slice();
        let mut places: HashTable<&Value> = HashTable::with_capacity(values.len());
        let mut is_first = |value| {
            let hash = key_hash(value);
            let entry = places.entry(hash, |known| *known == value, key_hash);
            match entry {
                Entry::Occupied(_) => false,
                Entry::Vacant(place) => {
                    place.insert(value);
                    true
                }
            }
        };
        let all_before = values.iter().take_while(|value| is_first(value)).count();
        if all_before == values.len() {
            return self.clone();
        }
        let (before, rest) = values.split_at(all_before);
        let rest = rest.iter().filter(|value| is_first(value));
        before.iter().chain(rest).cloned().collect()
    }

    /// Keeps the elements for which `keep` answers true.
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

    /// Moves the elements out when they are not shared, clones them otherwise.
    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.0).into_iter()
    }
}

impl Drop for Array {
    /// Nested collections are dropped one after another, because a value may nest deeper than the stack is.
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
