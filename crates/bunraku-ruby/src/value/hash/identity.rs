//! Hashes that compare keys by identity (`compare_by_identity`).

use std::hash::BuildHasher;

use indexmap::map::raw_entry_v1::{RawEntryApiV1, RawEntryMut};

use super::{Entries, HashKey, Val};

/// The position and the entry whose key is the same object.
pub(super) fn find<'m>(map: &'m Entries, key: &Val) -> Option<(usize, &'m HashKey, &'m Val)> {
    let hash = map.hasher().hash_one(address(key));
    map.raw_entry_v1().from_hash_full(hash, |each| each.0.same(key))
}

pub(super) fn insert(map: &mut Entries, key: Val, value: Val) {
    let hash = map.hasher().hash_one(address(&key));
    match map.raw_entry_mut_v1().from_hash(hash, |each| each.0.same(&key)) {
        RawEntryMut::Occupied(mut entry) => *entry.get_mut() = value,
        RawEntryMut::Vacant(entry) => {
            entry.insert_hashed_nocheck(hash, HashKey(key), value);
        }
    }
}

/// The address of an object, or the bits of a value that is stored inline. Different values may have the same address,
/// because it is only used as a hash code.
fn address(key: &Val) -> usize {
    use std::rc::Rc;
    match key {
        Val::Nil => 8,
        Val::Bool(bool) => usize::from(*bool),
        Val::Int(number) => *number as usize,
        Val::Big(number) => number.bits() as usize,
        Val::Float(number) => number.to_bits() as usize,
        Val::Sym(name) => name.len(),
        Val::Str(object) => Rc::as_ptr(object).addr(),
        Val::Array(object) => Rc::as_ptr(object).addr(),
        Val::Hash(object) => Rc::as_ptr(object).addr(),
        Val::Range(object) => Rc::as_ptr(object).addr(),
        Val::Regexp(object) => Rc::as_ptr(object).addr(),
        Val::Match(object) => Rc::as_ptr(object).addr(),
        Val::Proc(object) => Rc::as_ptr(object).addr(),
        Val::Method(object) => Rc::as_ptr(object).addr(),
        Val::Class(object) => Rc::as_ptr(object).addr(),
        Val::Object(object) => Rc::as_ptr(object).addr(),
        Val::Host(object) => Rc::as_ptr(object).cast::<()>().addr(),
    }
}
