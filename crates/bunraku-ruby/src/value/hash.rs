//! Hashes, which keep insertion order and have a default.

mod identity;
mod key;
mod late;

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

pub use key::HashKey;
use key::StrKey;
pub use late::Late;
use late::Pending;

use super::own::{Own, OwnCell};
use super::teardown::{drop_values, holds};
use super::watch::Changed;
use super::{RProc, Val};

/// A hash.
pub struct RHash {
    map: RefCell<Entries>,
    /// The source of the entries that are not in the map yet.
    late: RefCell<Option<Box<Pending>>>,
    default: RefCell<HashDefault>,
    frozen: Cell<bool>,
    pub(super) changed: Changed,
    /// Whether keys are compared by identity.
    identity: Cell<bool>,
    pub(super) own: OwnCell,
}

/// The entries of a hash.
pub type Entries = IndexMap<HashKey, Val, RandomState>;

/// What a hash returns for a missing key.
#[derive(Clone, Default)]
pub enum HashDefault {
    /// `nil`.
    #[default]
    Nil,
    /// A fixed value.
    Value(Val),
    /// The result of a block, which receives the hash and the key.
    Proc(Rc<RProc>),
}

impl RHash {
    /// Creates an empty hash.
    pub fn new() -> RHash {
        RHash::from_entries([])
    }

    /// Creates a hash. A later entry replaces an earlier one with the same key.
    pub fn from_entries(entries: impl IntoIterator<Item = (Val, Val)>) -> RHash {
        let map = entries.into_iter().map(|(key, value)| (HashKey::new(key), value)).collect();
        RHash {
            map: RefCell::new(map),
            late: RefCell::default(),
            default: RefCell::default(),
            frozen: Cell::new(false),
            changed: Changed::default(),
            identity: Cell::new(false),
            own: OwnCell::new(),
        }
    }

    /// Creates a hash whose entries are made when code asks for them.
    pub fn late(source: Box<dyn Late>) -> RHash {
        let hash = RHash::new();
        hash.late.replace(Some(Box::new(Pending::new(source))));
        hash
    }

    /// The map with all entries in it.
    #[inline]
    fn full(&self) -> &RefCell<Entries> {
        if self.late.borrow().is_some() {
            self.make_all();
        }
        &self.map
    }

    #[cold]
    fn make_all(&self) {
        if let Some(late) = self.late.take() {
            let entries = late.into_entries().into_iter().map(|(key, value)| (HashKey::new(key), value));
            self.map.replace(entries.collect());
        }
    }

    /// The data of the host that the hash shows, as long as both have the same contents and code has not asked for all of
    /// them.
    pub fn origin(&self) -> Option<bunraku_pcore::Hash> {
        let late = self.late.borrow();
        let late = late.as_ref()?;
        let changed = self.is_changed() || late.any(Val::is_changed);
        late.origin().filter(|_| !changed).cloned()
    }

    /// Whether something holds for a value. Those that code has not seen are not asked.
    pub(super) fn any_seen(&self, matches: impl Fn(&Val) -> bool) -> bool {
        match &*self.late.borrow() {
            Some(late) => late.any(matches),
            None => self.map.borrow().values().any(matches),
        }
    }

    /// Creates a hash that compares keys in the same way as this one.
    pub fn like(&self, entries: impl IntoIterator<Item = (Val, Val)>) -> RHash {
        if !self.identity.get() {
            return RHash::from_entries(entries);
        }
        let hash = RHash::new();
        hash.identity.set(true);
        entries.into_iter().for_each(|(key, value)| hash.set(key, value));
        hash.changed.forget();
        hash
    }

    /// Whether keys are compared by identity instead of `eql?`.
    pub fn is_by_identity(&self) -> bool {
        self.identity.get()
    }

    /// Compares keys by identity from now on.
    pub fn compare_by_identity(&self) {
        let entries = self.entries();
        self.identity.set(true);
        self.clear();
        entries.into_iter().for_each(|(key, value)| self.set(key, value));
    }

    /// The class and instance variables, if it has any beyond those of a plain hash.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        self.own.get().map(|own| &**own)
    }

    /// Whether it is a plain hash, so that entries can be looked up without calling methods of a subclass.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.own.get().is_none()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.full().borrow().len()
    }

    /// Whether the hash is empty.
    pub fn is_empty(&self) -> bool {
        self.full().borrow().is_empty()
    }

    /// The value of a key, ignoring the default.
    pub fn get(&self, key: &Val) -> Option<Val> {
        if self.identity.get() {
            return identity::find(&self.full().borrow(), key).map(|(_, _, value)| value.clone());
        }
        match key {
            Val::Str(text) => self.get_text(&text.get()),
            _ => self.full().borrow().get(&HashKey(key.clone())).cloned(),
        }
    }

    /// The value of a string key, ignoring the default.
    pub fn get_text(&self, key: &str) -> Option<Val> {
        if self.identity.get() {
            return None;
        }
        if let Some(late) = &*self.late.borrow() {
            return late.get(key);
        }
        self.full().borrow().get(&StrKey(key)).cloned()
    }

    /// What a key that does not exist gives, if that needs no code: `nil` of a hash without a default.
    pub(crate) fn answer_to_missing(&self) -> Option<Val> {
        let has_default = self.identity.get() || !matches!(*self.default.borrow(), HashDefault::Nil);
        (!has_default).then_some(Val::Nil)
    }

    /// The value of a symbol key, ignoring the default.
    pub fn get_sym(&self, name: &str) -> Option<Val> {
        self.get(&Val::sym(name))
    }

    /// Whether the key exists.
    pub fn contains(&self, key: &Val) -> bool {
        self.get(key).is_some()
    }

    /// Sets a value. An existing key keeps its position. A string that is not frozen is copied and frozen as a key, as
    /// in Ruby.
    pub fn set(&self, key: Val, value: Val) {
        if self.identity.get() {
            return identity::insert(&mut self.change(), key, value);
        }
        self.change().insert(HashKey::new(key), value);
    }

    /// Removes a key and returns its value.
    pub fn remove(&self, key: &Val) -> Option<Val> {
        if self.identity.get() {
            let mut map = self.change();
            let at = identity::find(&map, key).map(|(at, ..)| at)?;
            return map.shift_remove_index(at).map(|(_, value)| value);
        }
        self.change().shift_remove(&HashKey(key.clone()))
    }

    /// Removes all entries.
    pub fn clear(&self) {
        self.change().clear();
    }

    /// The position and the entry of a key.
    pub fn find(&self, key: &Val) -> Option<(usize, Val, Val)> {
        let map = self.full().borrow();
        let found = match self.identity.get() {
            true => identity::find(&map, key),
            false => map.get_full(&HashKey(key.clone())),
        };
        found.map(|(at, key, value)| (at, key.0.clone(), value.clone()))
    }

    /// The entry at a position.
    pub fn entry(&self, index: usize) -> Option<(Val, Val)> {
        self.full().borrow().get_index(index).map(|(key, value)| (key.0.clone(), value.clone()))
    }

    /// A copy of the entries.
    pub fn entries(&self) -> Vec<(Val, Val)> {
        self.full().borrow().iter().map(|(key, value)| (key.0.clone(), value.clone())).collect()
    }

    /// A copy of the keys.
    pub fn keys(&self) -> Vec<Val> {
        self.full().borrow().keys().map(|key| key.0.clone()).collect()
    }

    /// A copy of the values.
    pub fn values(&self) -> Vec<Val> {
        self.full().borrow().values().cloned().collect()
    }

    /// Borrows the entries. No Ruby code may run while the borrow is held.
    pub fn map(&self) -> Ref<'_, Entries> {
        self.full().borrow()
    }

    /// Replaces all entries.
    pub fn replace(&self, entries: impl IntoIterator<Item = (Val, Val)>) {
        if self.identity.get() {
            self.clear();
            return entries.into_iter().for_each(|(key, value)| self.set(key, value));
        }
        let map = entries.into_iter().map(|(key, value)| (HashKey::new(key), value)).collect();
        *self.change() = map;
    }

    fn change(&self) -> std::cell::RefMut<'_, Entries> {
        self.changed.note();
        self.full().borrow_mut()
    }

    /// Whether it was changed after its creation.
    pub fn is_changed(&self) -> bool {
        self.changed.get()
    }

    /// What it returns for missing keys.
    pub fn default(&self) -> HashDefault {
        self.default.borrow().clone()
    }

    /// Sets what it returns for missing keys.
    pub fn set_default(&self, default: HashDefault) {
        *self.default.borrow_mut() = default;
    }

    /// Whether it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Makes it immutable, as `freeze` does.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }
}

impl RHash {
    pub(super) fn take_values(&self) -> Vec<Val> {
        let late = self.late.take().into_iter().flat_map(|late| late.into_made());
        let entries = self.map.take().into_iter().flat_map(|(key, value)| [key.0, value]).chain(late);
        entries.chain(self.own().into_iter().flat_map(Own::take_variables)).collect()
    }
}

impl Drop for RHash {
    /// Hashes may be nested more deeply than the stack allows, so they are not dropped recursively.
    fn drop(&mut self) {
        if let Some(late) = self.late.take() {
            drop_values(late.into_made());
        }
        let map = std::mem::take(self.map.get_mut());
        if map.iter().any(|(key, value)| holds(&key.0) || holds(value)) {
            drop_values(map.into_iter().flat_map(|(key, value)| [key.0, value]));
        }
    }
}

impl Default for RHash {
    fn default() -> RHash {
        RHash::new()
    }
}
