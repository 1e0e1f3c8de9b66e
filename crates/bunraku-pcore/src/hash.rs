//! Hashes: any value as a key, in the order of insertion; counted, changed in place while not shared.

mod iter;
mod map;
mod merge;

use std::hash::{Hash as StdHash, Hasher};
use std::sync::Arc;

use self::map::{Entry, Key, Map, Wanted};
use crate::Value;
use crate::value::{drop_all, hash_str, is_collection};

pub use self::iter::Iter;
pub(crate) use self::map::key_hash;

/// The entries of a hash.
///
/// Keys are compared exactly (`1` and `1.0`, `'a'` and `'A'` are different keys). A clone shares the entries; the
/// changing methods work in place when nobody else holds them and copy them first otherwise.
///
/// The entries lie in parts, one behind the other, and no key is in two of them. Nearly every hash has one part;
/// more come from [`Hash::merge`], which shares the parts of large hashes instead of copying their entries.
#[derive(Clone, Default, Debug)]
pub struct Hash {
    /// The parts in front of the last one.
    before: Option<Arc<Vec<Arc<Map>>>>,
    /// The part that gets new keys. `None` is one without entries, which allocates nothing.
    last: Option<Arc<Map>>,
}

impl Hash {
    /// A hash without entries.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// A hash without entries, with room for that many.
    pub fn with_capacity(entries: usize) -> Hash {
        Hash::from(Map::with_capacity(entries))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.parts().map(|part| part.entries().len()).sum()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Addresses that no other hash with entries has as long as this one is kept: those of its parts.
    pub fn identity(&self) -> (usize, usize) {
        let before = self.before.as_ref().map_or(0, |parts| Arc::as_ptr(parts).addr());
        (before, self.last.as_ref().map_or(0, |part| Arc::as_ptr(part).addr()))
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.search(Wanted::new(key))
    }

    /// The value of a key that is a string, without making a value of it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.search(Wanted::new(StrKey(key)))
    }

    /// The entry at a position in the order of insertion.
    pub fn get_index(&self, index: usize) -> Option<(&Value, &Value)> {
        let mut rest = index;
        for part in self.parts() {
            match rest.checked_sub(part.entries().len()) {
                Some(behind) => rest = behind,
                None => return part.entries().get(rest).map(|entry| (&entry.key, &entry.value)),
            }
        }
        None
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.get(key).is_some()
    }

    /// Sets a value; an existing key keeps its place. Returns the value it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        self.insert_entry(Entry::new(key, value))
    }

    /// Removes a key, keeping the order of the others. Returns its value.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        let (part, place) = self.find_mut(Wanted::new(key))?;
        Some(part.remove(place))
    }

    /// The value of a key for changing it in place; copies the entries first if they are shared.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        let (part, place) = self.find_mut(Wanted::new(key))?;
        part.get_mut(place)
    }

    /// Keeps the entries for which `keep` answers true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        for part in self.parts_mut() {
            Arc::make_mut(part).retain(&mut keep);
        }
    }

    /// Sets many values.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = (Value, Value)>) {
        entries.into_iter().for_each(|(key, value)| drop(self.insert(key, value)));
    }

    /// The entries in the order of insertion.
    pub fn iter(&self) -> Iter<'_> {
        Iter::new(self)
    }

    /// The keys in the order of insertion.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in the order of insertion of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }
}

impl Hash {
    fn parts(&self) -> impl Iterator<Item = &Arc<Map>> {
        self.before.iter().flat_map(|parts| parts.iter()).chain(&self.last)
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Arc<Map>> {
        self.before.iter_mut().flat_map(|parts| Arc::make_mut(parts).iter_mut()).chain(&mut self.last)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.parts().flat_map(|part| part.entries())
    }

    fn search<K: Key>(&self, wanted: Wanted<K>) -> Option<&Value> {
        self.parts().find_map(|part| part.get(wanted))
    }

    /// The part that has a key, copied first if it is shared, and the place in it.
    fn find_mut<K: Key>(&mut self, wanted: Wanted<K>) -> Option<(&mut Map, usize)> {
        let find = |(index, part): (usize, &Arc<Map>)| Some((index, part.find(wanted)?));
        let (index, place) = self.parts().enumerate().find_map(find)?;
        Some((Arc::make_mut(self.parts_mut().nth(index)?), place))
    }

    fn insert_entry(&mut self, entry: Entry) -> Option<Value> {
        if self.before.is_some()
            && let Some((part, place)) = self.find_mut(entry.wanted())
        {
            return part.get_mut(place).map(|value| std::mem::replace(value, entry.value));
        }
        self.last_mut().insert(entry)
    }

    /// The part that gets new keys, copied first if it is shared.
    fn last_mut(&mut self) -> &mut Map {
        Arc::make_mut(self.last.get_or_insert_default())
    }

    /// The parts that nobody else holds.
    fn own_parts(&mut self) -> impl Iterator<Item = &mut Map> {
        let before = self.before.as_mut().and_then(Arc::get_mut);
        before.into_iter().flatten().chain(&mut self.last).filter_map(Arc::get_mut)
    }

    /// Moves nested collections out of the values if nobody else holds the entries.
    pub(crate) fn take_collections(&mut self, waiting: &mut Vec<Value>) {
        for part in self.own_parts() {
            let nested = part.values_mut().filter(|value| is_collection(value));
            waiting.extend(nested.map(std::mem::take));
        }
    }
}

impl From<Map> for Hash {
    fn from(map: Map) -> Hash {
        Hash { before: None, last: Some(Arc::new(map)) }
    }
}

impl PartialEq for Hash {
    /// The same keys with the same values, in any order.
    fn eq(&self, other: &Hash) -> bool {
        let same_parts = || self.parts().map(Arc::as_ptr).eq(other.parts().map(Arc::as_ptr));
        self.len() == other.len()
            && (same_parts()
                || self.entries().all(|entry| other.search(entry.wanted()) == Some(&entry.value)))
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
        Hash::from(entries.into_iter().map(|(key, value)| Entry::new(key, value)).collect::<Map>())
    }
}

impl Drop for Hash {
    /// Nested collections are dropped one after another, because a value may nest deeper than the stack is.
    fn drop(&mut self) {
        if self.own_parts().any(|part| part.entries().iter().any(|entry| is_collection(&entry.value))) {
            let mut waiting = Vec::new();
            self.take_collections(&mut waiting);
            drop_all(waiting);
        }
    }
}

/// A text that is looked up as if it were a string value.
#[derive(Clone, Copy)]
struct StrKey<'a>(&'a str);

impl StdHash for StrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_str(self.0, state);
    }
}

impl Key for StrKey<'_> {
    fn is(self, key: &Value) -> bool {
        matches!(key, Value::Str(text) if text == self.0)
    }
}
