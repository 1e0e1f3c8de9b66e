//! Hashes: any value as a key, entries in insertion order, changed in place as long as they are not shared.

mod iter;
mod map;
mod merge;

use std::hash::{Hash as StdHash, Hasher};
use std::sync::Arc;

use self::map::{Entry, Key, Map, Wanted};
use crate::edit::Edit;
use crate::value::{drop_all, hash_str, is_collection};
use crate::{Measure, Value};

pub use self::iter::Iter;
pub(crate) use self::map::key_hash;

/// The entries of a hash.
///
/// Keys are compared exactly: `1` and `1.0`, or `'a'` and `'A'`, are different keys. A clone shares the entries.
/// Methods that change a hash do so in place if the entries are not shared, and copy them first otherwise.
///
/// The entries are stored in a sequence of parts, and no key is in two of them. Nearly every hash has a single part.
/// Several parts come from [`Hash::merge`], which shares the parts of large hashes instead of copying their entries:
/// otherwise, merging defaults and data into one large hash step by step would be quadratic.
#[derive(Clone, Default, Debug)]
pub struct Hash {
    /// All parts except the last one. They are rare, so they cost one pointer in every other hash.
    before: Option<Arc<Vec<Arc<Map>>>>,
    /// The part that new keys go to. `None` is a part without entries, which allocates nothing.
    last: Option<Arc<Map>>,
}

impl Hash {
    /// A hash without entries.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// A hash without entries, with room for the given number of them.
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

    /// The total size of all keys and values, and the depth of the deepest one.
    pub fn measure(&self) -> Measure {
        let mut measure = Measure::ZERO;
        self.parts().for_each(|part| measure.add(part.measure()));
        measure
    }

    /// Whether the entries that a change would copy are shared.
    pub fn is_shared(&mut self) -> bool {
        self.last.as_mut().is_some_and(|part| Arc::get_mut(part).is_none())
    }

    /// Addresses that show whether two hashes share all of their entries: those of the parts.
    ///
    /// They are unique among hashes with entries for as long as this one exists. Empty hashes may all have the same.
    pub fn identity(&self) -> (usize, usize) {
        let before = self.before.as_ref().map_or(0, |parts| Arc::as_ptr(parts).addr());
        (before, self.last.as_ref().map_or(0, |part| Arc::as_ptr(part).addr()))
    }

    /// Like [`Hash::identity`], but `None` for an empty hash without capacity: all of those are alike.
    pub fn address(&self) -> Option<(usize, usize)> {
        (self.before.is_some() || self.last.is_some()).then(|| self.identity())
    }

    /// A hash with the same entries and its own address, even if it is empty.
    #[must_use]
    pub fn to_own(&self) -> Hash {
        let mut own = Hash::with_capacity(self.len());
        own.extend(self.iter().map(|(key, value)| (key.clone(), value.clone())));
        own
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.search(Wanted::new(key))
    }

    /// The value of a key that is a string, without creating a [`Value`] for it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.search(Wanted::new(StrKey(key)))
    }

    /// The entry at a position in the order of insertion.
    pub fn get_index(&self, index: usize) -> Option<(&Value, &Value)> {
        let mut rest = index;
        for part in self.parts() {
            match rest.checked_sub(part.entries().len()) {
                Some(after) => rest = after,
                None => return part.entries().get(rest).map(|entry| (&entry.key, &entry.value)),
            }
        }
        None
    }

    /// Whether the hash has a key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key and returns the previous one. An existing key keeps its position.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        self.insert_entry(Entry::new(key, value))
    }

    /// Removes a key and returns its value. The other entries keep their order.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        let (part, index) = self.find_mut(Wanted::new(key))?;
        Some(part.remove(index))
    }

    /// The value of a key, to change it in place. Copies the entries first if they are shared.
    pub fn get_mut(&mut self, key: &Value) -> Option<Edit<'_>> {
        let (part, index) = self.find_mut(Wanted::new(key))?;
        part.get_mut(index)
    }

    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        for part in self.parts_mut() {
            Arc::make_mut(part).retain(&mut keep);
        }
    }

    /// Sets the values of several keys, as [`Hash::insert`] does.
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

    /// The values, in the order in which their keys were inserted.
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

    /// The part that has a key, copied first if it is shared, and the index of the entry in that part.
    fn find_mut<K: Key>(&mut self, wanted: Wanted<K>) -> Option<(&mut Map, usize)> {
        let find = |(part, map): (usize, &Arc<Map>)| Some((part, map.find(wanted)?));
        let (part, index) = self.parts().enumerate().find_map(find)?;
        Some((Arc::make_mut(self.parts_mut().nth(part)?), index))
    }

    fn insert_entry(&mut self, entry: Entry) -> Option<Value> {
        // With a single part, which is the usual case, the search happens once, inside the part.
        if self.before.is_some()
            && let Some((part, index)) = self.find_mut(entry.wanted())
        {
            return part.get_mut(index).map(|mut value| std::mem::replace(&mut *value, entry.value));
        }
        self.last_mut().insert(entry)
    }

    /// The part that new keys go to, copied first if it is shared.
    fn last_mut(&mut self) -> &mut Map {
        Arc::make_mut(self.last.get_or_insert_default())
    }

    /// The parts that are not shared.
    fn own_parts(&mut self) -> impl Iterator<Item = &mut Map> {
        let before = self.before.as_mut().and_then(Arc::get_mut);
        before.into_iter().flatten().chain(&mut self.last).filter_map(Arc::get_mut)
    }

    /// Moves nested collections out of the values, for [`drop_all`], unless the entries are shared.
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
    /// Two hashes are equal if they have the same keys with the same values, in any order.
    fn eq(&self, other: &Hash) -> bool {
        // Clones are common as operands, and comparing all of their entries would be a waste.
        let same_parts = || self.parts().map(Arc::as_ptr).eq(other.parts().map(Arc::as_ptr));
        self.len() == other.len()
            && (same_parts()
                || self.entries().all(|entry| other.search(entry.wanted()) == Some(&entry.value)))
    }
}

impl Eq for Hash {}

impl StdHash for Hash {
    /// Adds up the hashes of the entries, because hashes with another order of entries are equal.
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
    /// Drops nested collections one after another, because values may be nested deeper than the stack allows.
    fn drop(&mut self) {
        if self.own_parts().any(|part| part.measure().depth() > 0) {
            let mut waiting = Vec::new();
            self.take_collections(&mut waiting);
            drop_all(waiting);
        }
    }
}

/// A `&str` that is searched as if it were a string value.
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
