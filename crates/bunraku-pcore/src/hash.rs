//! Hashes: any value as a key, in the order of insertion; counted, changed in place while not shared.

use std::hash::{Hash as StdHash, Hasher};
use std::sync::Arc;

use indexmap::{Equivalent, IndexMap};

use crate::Value;
use crate::value::hash_str;

/// The entries of a hash.
///
/// Keys are compared exactly (`1` and `1.0`, `'a'` and `'A'` are different keys). A clone shares the entries; the
/// changing methods work in place when nobody else holds them and copy them first otherwise.
#[derive(Clone, Default, Debug)]
pub struct Hash(Arc<IndexMap<Value, Value>>);

impl Hash {
    /// A hash without entries.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// A hash without entries, with room for that many.
    pub fn with_capacity(entries: usize) -> Hash {
        Hash(Arc::new(IndexMap::with_capacity(entries)))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.0.get(key)
    }

    /// The value of a key that is a string, without making a value of it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.0.get(&StrKey(key))
    }

    /// The entry at a position in the order of insertion.
    pub fn get_index(&self, index: usize) -> Option<(&Value, &Value)> {
        self.0.get_index(index)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.0.contains_key(key)
    }

    /// Sets a value; an existing key keeps its place. Returns the value it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        Arc::make_mut(&mut self.0).insert(key, value)
    }

    /// Removes a key, keeping the order of the others. Returns its value.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        if self.0.contains_key(key) { Arc::make_mut(&mut self.0).shift_remove(key) } else { None }
    }

    /// The value of a key for changing it in place; copies the entries first if they are shared.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        Arc::make_mut(&mut self.0).get_mut(key)
    }

    /// Keeps the entries for which `keep` answers true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        Arc::make_mut(&mut self.0).retain(|key, value| keep(key, value));
    }

    /// Sets many values.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = (Value, Value)>) {
        Arc::make_mut(&mut self.0).extend(entries);
    }

    /// The entries in the order of insertion.
    pub fn iter(&self) -> Iter<'_> {
        self.0.iter()
    }

    /// The keys in the order of insertion.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.0.keys()
    }

    /// The values in the order of insertion of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.0.values()
    }
}

/// Goes through the entries of a [`Hash`].
pub type Iter<'a> = indexmap::map::Iter<'a, Value, Value>;

impl PartialEq for Hash {
    /// The same keys with the same values, in any order.
    fn eq(&self, other: &Hash) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Hash {}

impl StdHash for Hash {
    /// Adds the hashes of the entries up, because order does not matter for equality.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        let sum = self.iter().fold(0u64, |sum, entry| sum.wrapping_add(crate::value::fixed_hash(&entry)));
        state.write_u64(sum);
    }
}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        Hash(Arc::new(entries.into_iter().collect()))
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = indexmap::map::IntoIter<Value, Value>;

    /// Moves the entries out when they are not shared, clones them otherwise.
    fn into_iter(self) -> Self::IntoIter {
        Arc::unwrap_or_clone(self.0).into_iter()
    }
}

impl<'a> IntoIterator for &'a Hash {
    type Item = (&'a Value, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// A text that is looked up as if it were a string value.
struct StrKey<'a>(&'a str);

impl StdHash for StrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_str(self.0, state);
    }
}

impl Equivalent<Value> for StrKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        matches!(key, Value::Str(text) if text == self.0)
    }
}
