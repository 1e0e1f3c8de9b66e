//! Keys of hashes: `eql?` and the hash codes that go with it.

use std::cell::Cell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use foldhash::fast::FixedState;
use indexmap::Equivalent;

use crate::value::{Data, RObject, Val};

/// A key, compared by `eql?`, so that `1` and `1.0` are different. Objects are compared by the numbers that identify
/// them as keys.
#[derive(Clone)]
pub struct HashKey(
    /// The key itself.
    pub Val,
);

impl HashKey {
    pub(super) fn new(key: Val) -> HashKey {
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
pub(super) struct StrKey<'a>(pub(super) &'a str);

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
fn eql(a: &Val, b: &Val, depth: usize) -> bool {
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
