//! Hashes: any value as a key, in the order of insertion; counted, changed in place while not shared.

use std::hash::{Hash as StdHash, Hasher};
use std::sync::{Arc, LazyLock};

use foldhash::fast::RandomState;
use indexmap::{Equivalent, IndexMap};

use crate::Value;
use crate::value::{drop_all, hash_str, is_collection};

/// The entries of a hash.
///
/// Keys are compared exactly (`1` and `1.0`, `'a'` and `'A'` are different keys). A clone shares the entries; the
/// changing methods work in place when nobody else holds them and copy them first otherwise.
#[derive(Clone, Default, Debug)]
pub struct Hash(
    /// `None` is a hash without entries, which allocates nothing.
    Option<Arc<Map>>,
);

/// The entries. The hash function is a fast one with a secret of its own in each process, so that nobody can choose
/// keys that collide.
type Map = IndexMap<Value, Value, RandomState>;

static EMPTY: LazyLock<Map> = LazyLock::new(Map::default);

impl Hash {
    /// A hash without entries.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// A hash without entries, with room for that many.
    pub fn with_capacity(entries: usize) -> Hash {
        Hash(Some(Arc::new(Map::with_capacity_and_hasher(entries, RandomState::default()))))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.map().len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.map().is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.map().get(key)
    }

    /// The value of a key that is a string, without making a value of it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.map().get(&StrKey(key))
    }

    /// The entry at a position in the order of insertion.
    pub fn get_index(&self, index: usize) -> Option<(&Value, &Value)> {
        self.map().get_index(index)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.map().contains_key(key)
    }

    /// Sets a value; an existing key keeps its place. Returns the value it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        self.make_mut().insert(key, value)
    }

    /// Removes a key, keeping the order of the others. Returns its value.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        if self.contains_key(key) { self.make_mut().shift_remove(key) } else { None }
    }

    /// The value of a key for changing it in place; copies the entries first if they are shared.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        self.make_mut().get_mut(key)
    }

    /// Keeps the entries for which `keep` answers true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        self.make_mut().retain(|key, value| keep(key, value));
    }

    /// Sets many values.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = (Value, Value)>) {
        self.make_mut().extend(entries);
    }

    /// The entries in the order of insertion.
    pub fn iter(&self) -> Iter<'_> {
        self.map().iter()
    }

    /// The keys in the order of insertion.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.map().keys()
    }

    /// The values in the order of insertion of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.map().values()
    }
}

impl Hash {
    fn map(&self) -> &Map {
        self.0.as_deref().unwrap_or_else(|| &EMPTY)
    }

    fn make_mut(&mut self) -> &mut Map {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Moves nested collections out of the values if nobody else holds the entries.
    pub(crate) fn take_collections(&mut self, waiting: &mut Vec<Value>) {
        if let Some(map) = self.0.as_mut().and_then(Arc::get_mut) {
            let nested = map.values_mut().filter(|value| is_collection(value));
            waiting.extend(nested.map(std::mem::take));
        }
    }
}

/// Goes through the entries of a [`Hash`].
pub type Iter<'a> = indexmap::map::Iter<'a, Value, Value>;

impl PartialEq for Hash {
    /// The same keys with the same values, in any order.
    fn eq(&self, other: &Hash) -> bool {
        std::ptr::eq(self.map(), other.map()) || self.map() == other.map()
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
        Hash(Some(Arc::new(entries.into_iter().collect())))
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = indexmap::map::IntoIter<Value, Value>;

    /// Moves the entries out when they are not shared, clones them otherwise.
    fn into_iter(mut self) -> Self::IntoIter {
        self.0.take().map(Arc::unwrap_or_clone).unwrap_or_default().into_iter()
    }
}

impl Drop for Hash {
    /// Nested collections are dropped one after another, because a value may nest deeper than the stack is.
    fn drop(&mut self) {
        if self.values().any(is_collection) {
            let mut waiting = Vec::new();
            self.take_collections(&mut waiting);
            drop_all(waiting);
        }
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
