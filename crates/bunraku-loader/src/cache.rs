//! Values that are created once and shared by all threads of one generation of an environment.

use std::{
    borrow::Borrow,
    ffi::OsString,
    hash::Hash,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use bunraku_intern::FastMap;

/// How many values a cache holds at most. A full cache is emptied, so that a server does not grow without bounds
/// through names made up by requests. Real environments were seen to fill a tenth of it.
pub const MAX_KEPT: usize = 20_000;

/// A map whose values are created on demand. Threads only wait for each other if they need the same value.
pub struct Cache<K, V> {
    kept: RwLock<FastMap<K, Arc<OnceLock<V>>>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Cache<K, V> {
        Cache { kept: RwLock::default() }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Returns the value of a key, which is created on first use.
    pub fn get<Q>(&self, key: &Q, make: impl FnOnce() -> V) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        let known = self.kept.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        let slot = known.unwrap_or_else(|| self.slot(key.to_owned()));
        slot.get_or_init(make).clone()
    }

    /// Like [`Cache::get`], for values that may be specific to the caller, such as a failure because one node had no
    /// time left. Values that are not lasting are returned and not kept; waiting threads create their own.
    pub fn get_lasting<Q>(&self, key: &Q, mut make: impl FnMut() -> V, is_lasting: impl Fn(&V) -> bool) -> V
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        loop {
            let known = self.kept.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
            let slot = known.unwrap_or_else(|| self.slot(key.to_owned()));
            let mut own = false;
            let value = slot.get_or_init(|| {
                own = true;
                make()
            });
            if is_lasting(value) {
                return value.clone();
            }
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            if kept.get(key).is_some_and(|other| Arc::ptr_eq(other, &slot)) {
                kept.remove(key);
            }
            if own {
                return value.clone();
            }
        }
    }

    /// Returns the value of a key, if it has been created.
    pub fn known<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).and_then(|slot| slot.get()).cloned()
    }

    /// Stores a value that has been created elsewhere, unless the key has one.
    pub fn keep(&self, key: K, value: V) {
        self.slot(key).get_or_init(|| value);
    }

    /// All values that have been created.
    pub fn all(&self) -> Vec<(K, V)>
    where
        K: Clone,
    {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.iter().filter_map(|(key, slot)| Some((key.clone(), slot.get()?.clone()))).collect()
    }

    fn slot(&self, key: K) -> Arc<OnceLock<V>> {
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_KEPT && !kept.contains_key(&key) {
            kept.clear();
        }
        Arc::clone(kept.entry(key).or_default())
    }
}

/// A [`Cache`] by path. Paths are compared as they are written: hashing them by their parts takes many times as long, and
/// each call of a template looks one up.
pub struct PathCache<V>(Cache<OsString, V>);

impl<V> Default for PathCache<V> {
    fn default() -> PathCache<V> {
        PathCache(Cache::default())
    }
}

impl<V: Clone> PathCache<V> {
    /// Like [`Cache::get`].
    pub fn get(&self, path: &Path, make: impl FnOnce() -> V) -> V {
        self.0.get(path.as_os_str(), make)
    }

    /// Like [`Cache::get_lasting`].
    pub fn get_lasting(&self, path: &Path, make: impl FnMut() -> V, is_lasting: impl Fn(&V) -> bool) -> V {
        self.0.get_lasting(path.as_os_str(), make, is_lasting)
    }

    /// Like [`Cache::known`].
    pub fn known(&self, path: &Path) -> Option<V> {
        self.0.known(path.as_os_str())
    }

    /// Like [`Cache::keep`].
    pub fn keep(&self, path: &Path, value: V) {
        self.0.keep(path.as_os_str().to_owned(), value);
    }

    /// Like [`Cache::all`].
    pub fn all(&self) -> Vec<(PathBuf, V)> {
        self.0.all().into_iter().map(|(path, value)| (path.into(), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once() {
        let cache: Cache<String, usize> = Cache::default();
        assert_eq!(cache.known("a"), None);
        assert_eq!(cache.get("a", || 1), 1);
        assert_eq!(cache.get("a", || 2), 1);
        cache.keep("a".to_owned(), 3);
        cache.keep("b".to_owned(), 4);
        assert_eq!((cache.known("a"), cache.known("b")), (Some(1), Some(4)));
    }

    #[test]
    fn a_value_that_does_not_last_is_made_again() {
        let cache: Cache<String, usize> = Cache::default();
        let get = |made: usize| cache.get_lasting("a", || made, |value| *value > 1);
        assert_eq!((get(0), get(1), get(2), get(3)), (0, 1, 2, 2));
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let cache: Cache<String, usize> = Cache::default();
        for number in 0..=MAX_KEPT {
            cache.get(&number.to_string(), || number);
        }
        assert_eq!(cache.all(), [(MAX_KEPT.to_string(), MAX_KEPT)]);
        assert_eq!(cache.get("0", || 7), 7);
    }
}
