//! Merging two hashes, as `left + right` does.

use std::sync::Arc;

use super::{Hash, Map};

/// The number of entries from which a merge shares a part: then, not copying them saves more than an additional part
/// costs in every later search.
const LARGE: usize = 256;

/// The maximum number of parts of a hash. A search for a missing key has to look at all of them.
const MAX_PARTS: usize = 4;

impl Hash {
    /// Sets all entries of another hash. Existing keys keep their positions, and new keys are appended in the order of
    /// the other hash.
    ///
    /// No entry is copied if both hashes are large and have no key in common, or if the other hash begins with the keys
    /// of this one, in the same order.
    pub fn merge(&mut self, other: &Hash) {
        if self.has_first_keys_of(other) {
            *self = other.clone();
        } else if other.len() < LARGE {
            other.entries().for_each(|entry| drop(self.insert_entry(entry.clone())));
        } else {
            self.merge_large(other);
        }
    }

    fn merge_large(&mut self, other: &Hash) {
        let mut new = Vec::with_capacity(other.len());
        for entry in other.entries() {
            match self.find_mut(entry.wanted()) {
                Some((part, index)) => part.set(index, entry.value.clone()),
                None => new.push(entry),
            }
        }
        if new.len() == other.len() && self.part_count() + other.part_count() <= MAX_PARTS {
            return self.append_parts(other.parts().cloned());
        }
        let mut part = Map::default();
        let add_part = new.len() >= LARGE && self.part_count() < MAX_PARTS;
        let to = if add_part { &mut part } else { self.last_mut() };
        to.reserve(new.len());
        new.into_iter().for_each(|entry| to.push(entry.clone()));
        if add_part {
            self.append_parts([Arc::new(part)]);
        }
    }

    /// Whether another hash begins with the keys of this one, in the same order, so that it is the result of the merge.
    fn has_first_keys_of(&self, other: &Hash) -> bool {
        self.len() <= other.len() && self.entries().zip(other.entries()).all(|(a, b)| a.has_key_of(b))
    }

    fn part_count(&self) -> usize {
        self.parts().count()
    }

    /// Appends parts. None of their keys may be in this hash.
    fn append_parts(&mut self, parts: impl IntoIterator<Item = Arc<Map>>) {
        for part in parts {
            if let Some(last) = self.last.replace(part) {
                Arc::make_mut(self.before.get_or_insert_default()).push(last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn a_merge_is_the_same_as_setting_each_entry() {
        let keys = |from: i64, to: i64, sign: i64| -> Hash {
            (from..to).map(|key| (Value::Int(key), Value::Int(sign * key))).collect()
        };
        let hashes = [keys(0, 500, 1), keys(500, 1000, 1), keys(400, 600, -1), keys(300, 1400, -2)];
        let more =
            [keys(2000, 2300, 1), keys(3000, 3300, 1), keys(4000, 4300, 1), keys(0, 5, 7), keys(0, 5000, 8)];
        let (mut merged, mut model) = (Hash::new(), Hash::new());
        let mut parts = 0;
        for hash in hashes.iter().chain(&more).chain(&hashes) {
            let before = merged.clone();
            let old: Vec<_> = before.clone().into_iter().collect();
            merged.merge(hash);
            parts = parts.max(merged.part_count());
            model.extend(hash.clone());
            assert_eq!(model.part_count(), 1, "setting entries makes no parts");
            let entries = || model.iter();
            assert!(merged.iter().eq(entries()), "the entries and their order");
            assert_eq!(merged.len(), model.len());
            assert_eq!(merged.iter().len(), model.len());
            assert!(merged.clone().into_iter().eq(model.clone()));
            assert!(entries().all(|(key, value)| merged.get(key) == Some(value)));
            assert!((0..model.len()).all(|index| merged.get_index(index) == model.get_index(index)));
            assert_eq!(merged.get_index(model.len()), None);
            assert_eq!(merged, model);
            assert!(merged.part_count() <= MAX_PARTS);
            assert!(before.into_iter().eq(old), "what was merged is unchanged");
        }
        assert!(parts > 1, "the test is about parts");
    }

    #[test]
    fn hashes_that_share_parts_have_identities_of_their_own() {
        let left: Hash = (0..300).map(|key| (Value::Int(key), Value::Int(key))).collect();
        let right: Hash = (300..600).map(|key| (Value::Int(key), Value::Int(key))).collect();
        let mut merged = left.clone();
        merged.merge(&right);
        assert_eq!(merged.part_count(), 2);
        let mut changed = merged.clone();
        assert_eq!(changed.identity(), merged.identity());
        changed.insert(Value::Int(599), Value::Undef);
        let mut first = merged.clone();
        first.insert(Value::Int(0), Value::Undef);
        let all = [&left, &right, &merged, &changed, &first].map(Hash::identity);
        assert!(all.iter().enumerate().all(|(index, one)| !all[..index].contains(one)), "{all:?}");
    }

    #[test]
    fn changing_a_merged_hash_leaves_hashes_with_the_same_parts_alone() {
        let left: Hash = (0..300).map(|key| (Value::Int(key), Value::Int(key))).collect();
        let right: Hash = (300..600).map(|key| (Value::Int(key), Value::Int(key))).collect();
        let mut merged = left.clone();
        merged.merge(&right);
        let other = merged.clone();
        assert_eq!(merged.insert(Value::Int(7), Value::Undef), Some(Value::Int(7)));
        assert_eq!(merged.insert(Value::Int(700), Value::Undef), None);
        assert_eq!(merged.remove(&Value::Int(299)), Some(Value::Int(299)));
        assert_eq!(merged.remove(&Value::Int(301)), Some(Value::Int(301)));
        assert_eq!(merged.remove(&Value::Int(301)), None);
        assert_eq!(
            merged.get_mut(&Value::Int(5)).map(|mut value| std::mem::take(&mut *value)),
            Some(Value::Int(5))
        );
        merged.retain(|key, _| *key != Value::Int(599) && *key != Value::Int(0));
        assert_eq!(merged.len(), 597);
        assert_eq!(merged.get_index(298).map(|(key, _)| key), Some(&Value::Int(300)));
        assert_eq!((left.len(), right.len(), other.len()), (300, 300, 600));
        assert_eq!(left.get(&Value::Int(7)), Some(&Value::Int(7)));
        assert_eq!(other.get(&Value::Int(5)), Some(&Value::Int(5)));
        assert_ne!(merged, other);
    }
}
