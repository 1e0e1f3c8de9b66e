//! One part of a hash: entries in the order of insertion, found by the hash of their key.

use std::hash::{BuildHasher, Hash as StdHash};
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::edit::Edit;
use crate::{Measure, Value};

/// Entries, and a table with the index of each key.
#[derive(Clone, Default, Debug)]
pub(super) struct Map {
    entries: Vec<Entry>,
    /// The index of each entry, by the hash of its key. Empty up to [`FEW`] entries, which are searched one by one.
    table: HashTable<u32>,
    /// The measure of all keys and values.
    measure: Measure,
}

/// A key, its value, and the hash of the key, which is kept because it is the same in every map.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    hash: u64,
    pub(super) key: Value,
    pub(super) value: Value,
}

/// A key to search for, with its hash.
#[derive(Clone, Copy)]
pub(super) struct Wanted<K> {
    hash: u64,
    key: K,
}

/// Anything that can be searched for as a key: a value, or a `&str` instead of a string value.
pub(super) trait Key: Copy {
    /// Whether this is the given key.
    fn is(self, key: &Value) -> bool;
}

/// The number of entries up to which a map has no table: comparing a few hashes is faster than using one.
const FEW: usize = 8;

/// The hash function. Its seed is random per process, so that senders of data cannot choose keys that collide. All maps
/// share the seed, so that an entry can move from one map to another without being hashed again.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// The hash of a key.
pub(crate) fn key_hash(key: &impl StdHash) -> u64 {
    HASHER.hash_one(key)
}

impl<K: StdHash> Wanted<K> {
    pub(super) fn new(key: K) -> Wanted<K> {
        Wanted { hash: key_hash(&key), key }
    }
}

impl Entry {
    pub(super) fn new(key: Value, value: Value) -> Entry {
        Entry { hash: key_hash(&key), key, value }
    }

    pub(super) fn has_key_of(&self, other: &Entry) -> bool {
        self.hash == other.hash && self.key == other.key
    }

    pub(super) fn wanted(&self) -> Wanted<&Value> {
        Wanted { hash: self.hash, key: &self.key }
    }

    fn measure(&self) -> Measure {
        let mut measure = self.key.measure();
        measure.add(self.value.measure());
        measure
    }
}

impl Map {
    pub(super) fn with_capacity(entries: usize) -> Map {
        let table = if entries > FEW { HashTable::with_capacity(entries) } else { HashTable::new() };
        Map { entries: Vec::with_capacity(entries), table, measure: Measure::ZERO }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn measure(&self) -> Measure {
        self.measure
    }

    pub(super) fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries.iter_mut().map(|entry| &mut entry.value)
    }

    pub(super) fn find<K: Key>(&self, wanted: Wanted<K>) -> Option<usize> {
        let is_it = |entry: &Entry| entry.hash == wanted.hash && wanted.key.is(&entry.key);
        if self.table.is_empty() {
            return self.entries.iter().position(is_it);
        }
        let index =
            self.table.find(wanted.hash, |index| self.entries.get(*index as usize).is_some_and(is_it));
        index.map(|index| *index as usize)
    }

    pub(super) fn get<K: Key>(&self, wanted: Wanted<K>) -> Option<&Value> {
        self.entries.get(self.find(wanted)?).map(|entry| &entry.value)
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<Edit<'_>> {
        let entry = self.entries.get_mut(index)?;
        Some(Edit::new(&mut entry.value, &mut self.measure))
    }

    pub(super) fn set(&mut self, index: usize, value: Value) {
        if let Some(mut place) = self.get_mut(index) {
            *place = value;
        }
    }

    /// Sets the value of a key and returns the previous one. An existing key keeps its position.
    pub(super) fn insert(&mut self, entry: Entry) -> Option<Value> {
        match self.find(entry.wanted()) {
            Some(index) => self.get_mut(index).map(|mut value| std::mem::replace(&mut *value, entry.value)),
            None => {
                self.push(entry);
                None
            }
        }
    }

    /// Appends an entry whose key is not in the map yet.
    pub(super) fn push(&mut self, entry: Entry) {
        let (index, hash) = (self.entries.len(), entry.hash);
        self.measure.add(entry.measure());
        self.entries.push(entry);
        if !self.table.is_empty() {
            let entries = &self.entries;
            self.table.insert_unique(hash, short(index), |index| hash_at(entries, *index));
        } else if index >= FEW {
            self.build_table();
        }
    }

    /// Makes room for more entries.
    pub(super) fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
        if self.entries.len() + more > FEW {
            let entries = &self.entries;
            self.table.reserve(more, |index| hash_at(entries, *index));
        }
    }

    /// Removes an entry, keeping the order of the others.
    pub(super) fn remove(&mut self, index: usize) -> Value {
        let removed = self.entries.remove(index);
        self.measure.remove(removed.measure());
        let gone = short(index);
        if let Ok(entry) = self.table.find_entry(removed.hash, |index| *index == gone) {
            entry.remove();
            self.table.iter_mut().filter(|index| **index > gone).for_each(|index| *index -= 1);
        }
        removed.value
    }

    /// Keeps the entries for which `keep` returns true.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Value, &Value) -> bool) {
        let before = self.entries.len();
        let measure = &mut self.measure;
        self.entries.retain(|entry| {
            let kept = keep(&entry.key, &entry.value);
            if !kept {
                measure.remove(entry.measure());
            }
            kept
        });
        if self.entries.len() < before && !self.table.is_empty() {
            self.build_table();
        }
    }

    fn build_table(&mut self) {
        let entries = &self.entries;
        self.table.clear();
        self.table.reserve(entries.len(), |index| hash_at(entries, *index));
        for (index, entry) in entries.iter().enumerate() {
            self.table.insert_unique(entry.hash, short(index), |index| hash_at(entries, *index));
        }
    }
}

impl FromIterator<Entry> for Map {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Map {
        let entries = entries.into_iter();
        let mut map = Map::with_capacity(entries.size_hint().0);
        entries.for_each(|entry| drop(map.insert(entry)));
        map
    }
}

impl Key for &Value {
    fn is(self, key: &Value) -> bool {
        self == key
    }
}

fn hash_at(entries: &[Entry], index: u32) -> u64 {
    entries.get(index as usize).map_or(0, |entry| entry.hash)
}

/// An index as the table keeps it. An entry takes 56 bytes, so memory is exhausted long before 32 bits are.
fn short(index: usize) -> u32 {
    index as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the same random changes to a map and to a list of entries, which must give the same answers.
    #[test]
    fn a_map_is_a_list_of_entries() {
        let (mut map, mut list) = (Map::default(), Vec::<(Value, Value)>::new());
        let mut random = 1u64;
        for step in 0..20_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let number = (random >> 33) as i64;
            let key = if number % 3 == 0 {
                Value::Int(number % 40)
            } else {
                Value::str(format!("key{}", number % 40))
            };
            let at = list.iter().position(|(known, _)| *known == key);
            assert_eq!(map.find(Wanted::new(&key)), at);
            match (number / 64 % 8, at) {
                (0..=3, Some(at)) => {
                    assert_eq!(map.insert(Entry::new(key, Value::Int(step))), Some(list[at].1.clone()));
                    list[at].1 = Value::Int(step);
                }
                (0..=3, None) => {
                    assert_eq!(map.insert(Entry::new(key.clone(), Value::Int(step))), None);
                    list.push((key, Value::Int(step)));
                }
                (4..=6, Some(at)) => assert_eq!(map.remove(at), list.remove(at).1),
                (7, _) if number % 100 == 0 => {
                    map.retain(|_, value| value.as_int() > Some(step - 20));
                    list.retain(|(_, value)| value.as_int() > Some(step - 20));
                }
                (7, _) if number % 100 == 1 => map.reserve(number as usize % 16),
                _ => {}
            }
            assert!(map.table.is_empty() || map.table.len() == list.len());
            assert!(
                map.entries()
                    .iter()
                    .map(|entry| (&entry.key, &entry.value))
                    .eq(list.iter().map(|(k, v)| (k, v)))
            );
        }
    }
}
