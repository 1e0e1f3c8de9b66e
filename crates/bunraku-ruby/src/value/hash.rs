//! Hashes, which keep insertion order and have a default.

mod identity;
mod late;

use std::cell::{Cell, Ref, RefCell};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use foldhash::fast::{FixedState, RandomState};
use indexmap::{Equivalent, IndexMap};

pub use late::Late;
use late::Pending;

use super::own::{Own, OwnCell};
use super::teardown::{drop_values, holds};
use super::watch::Changed;
use super::{Data, RObject, RProc, Val};

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

/// A key, compared by `eql?`, so that `1` and `1.0` are different. Objects are compared by the numbers that identify
/// them as keys.
#[derive(Clone)]
pub struct HashKey(
    /// The key itself.
    pub Val,
);

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

impl HashKey {
    fn new(key: Val) -> HashKey {
        match &key {
            // The entry of a key that is changed later could not be found any more, so Ruby keeps a frozen copy. What
            // nothing else holds needs no copy.
            Val::Str(text) if !text.is_frozen() && Rc::strong_count(text) == 1 && text.own().is_none() => {
                text.freeze();
                HashKey(key)
            }
            Val::Str(text) if !text.is_frozen() => {
                let copy = text.copy();
                copy.freeze();
                HashKey(Val::Str(Rc::new(copy)))
            }
            _ => HashKey(key),
        }
    }
}

impl PartialEq for HashKey {
    fn eq(&self, other: &HashKey) -> bool {
        eql(&self.0, &other.0, 0)
    }
}

impl Eq for HashKey {}

impl Hash for HashKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.0, state, 0, &Cell::new(MAX_HASHED));
    }
}

/// Looks up a string key without creating a string object.
struct StrKey<'a>(&'a str);

impl Hash for StrKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_text(self.0, state);
    }
}

impl Equivalent<HashKey> for StrKey<'_> {
    fn equivalent(&self, key: &HashKey) -> bool {
        matches!(&key.0, Val::Str(text) if *text.get() == self.0)
    }
}

/// How deeply keys are compared, because an array may contain itself.
const MAX_DEPTH: usize = 64;

/// How many parts of keys are compared, because arrays that share their parts may be small and have any number of them.
const MAX_PARTS: u32 = 1 << 20;

/// How many parts of a key its hash code is made of, for the same reason.
const MAX_HASHED: u32 = 1 << 10;

/// How deeply hashes in hashes make a difference to the hash code of a key.
const MAX_HASHES: usize = 4;

/// `eql?`: equal and of the same class.
pub(crate) fn eql(a: &Val, b: &Val, depth: usize) -> bool {
    eql_parts(a, b, depth, &Cell::new(MAX_PARTS))
}

fn eql_parts(a: &Val, b: &Val, depth: usize, left: &Cell<u32>) -> bool {
    if depth > MAX_DEPTH || left.get() == 0 {
        return false;
    }
    left.set(left.get() - 1);
    let eql = |a: &Val, b: &Val| eql_parts(a, b, depth + 1, left);
    match (a, b) {
        (Val::Float(a), Val::Float(b)) => a == b,
        (Val::Str(a), Val::Str(b)) => *a.get() == *b.get(),
        (Val::Array(a), Val::Array(b)) => {
            if Rc::ptr_eq(a, b) {
                return true;
            }
            let (a, b) = (a.items(), b.items());
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| eql(a, b))
        }
        (Val::Hash(a), Val::Hash(b)) => {
            if Rc::ptr_eq(a, b) {
                return true;
            }
            // A hash that is a key of itself is compared while it is mutably borrowed. Then it equals only itself.
            let (Ok(x), Ok(y)) = (a.full().try_borrow(), b.full().try_borrow()) else { return false };
            x.len() == y.len()
                && x.iter().all(|(key, value)| y.get(key).is_some_and(|other| eql(value, other)))
        }
        (Val::Range(a), Val::Range(b)) => {
            a.exclusive == b.exclusive && eql(&a.first, &b.first) && eql(&a.last, &b.last)
        }
        (Val::Regexp(a), Val::Regexp(b)) => a == b,
        (Val::Host(a), Val::Host(b)) => a.equals(&**b),
        (Val::Object(a), Val::Object(b)) if is_struct(a) && is_struct(b) => {
            let (x, y) = (a.variables(), b.variables());
            Rc::ptr_eq(&a.class(), &b.class())
                && x.len() == y.len()
                && x.iter().zip(&y).all(|((_, a), (_, b))| eql(a, b))
        }
        (Val::Object(a), Val::Object(b)) => a.key() == b.key(),
        _ => a.same(b),
    }
}

/// Whether the class was created by `Struct.new`. Such objects are compared by their members.
fn is_struct(object: &RObject) -> bool {
    matches!(object.data, Data::Struct)
}

fn hash<H: Hasher>(value: &Val, state: &mut H, depth: usize, left: &Cell<u32>) {
    if depth > MAX_DEPTH || left.get() == 0 {
        return;
    }
    left.set(left.get() - 1);
    if let Val::Str(text) = value {
        return hash_text(&text.get(), state);
    }
    std::mem::discriminant(value).hash(state);
    match value {
        Val::Nil | Val::Str(_) => {}
        Val::Bool(bool) => bool.hash(state),
        Val::Int(number) => number.hash(state),
        Val::Big(number) => number.hash(state),
        Val::Float(number) => (if *number == 0.0 { 0 } else { number.to_bits() }).hash(state),
        Val::Sym(name) => name.hash(state),
        Val::Array(array) => {
            array.len().hash(state);
            array.items().iter().for_each(|item| hash(item, state, depth + 1, left));
        }
        Val::Hash(entries) => {
            // A hash that becomes a key of itself is hashed while it is mutably borrowed. It is not found again, as
            // any key that changes.
            let Ok(entries) = entries.full().try_borrow() else { return };
            entries.len().hash(state);
            if depth < MAX_HASHES {
                // The order of the entries does not count.
                let codes = entries.iter().map(|(key, value)| entry_code(key, value, depth + 1));
                codes.fold(0, u64::wrapping_add).hash(state);
            }
        }
        Val::Range(range) => range.exclusive.hash(state),
        Val::Regexp(regexp) => regexp.source().hash(state),
        Val::Host(value) => value.hash().hash(state),
        Val::Match(object) => Rc::as_ptr(object).addr().hash(state),
        Val::Proc(object) => Rc::as_ptr(object).addr().hash(state),
        Val::Method(object) => Rc::as_ptr(object).addr().hash(state),
        Val::Class(object) => Rc::as_ptr(object).addr().hash(state),
        Val::Object(object) if is_struct(object) => {
            object.variables().iter().for_each(|(_, value)| hash(value, state, depth + 1, left));
        }
        Val::Object(object) => object.key().hash(state),
    }
}

fn entry_code(key: &HashKey, value: &Val, depth: usize) -> u64 {
    let mut state = FixedState::default().build_hasher();
    let left = Cell::new(MAX_HASHED);
    hash(&key.0, &mut state, depth, &left);
    hash(value, &mut state, depth, &left);
    state.finish()
}

fn hash_text<H: Hasher>(text: &str, state: &mut H) {
    state.write_u8(b's');
    text.hash(state);
}
