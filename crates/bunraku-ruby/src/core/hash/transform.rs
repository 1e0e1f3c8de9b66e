//! Hashes and arrays that are computed from a hash.

use std::rc::Rc;

use super::{changing, this_entries, this_hash};
use crate::{
    Args, Interp, R,
    core::enumerable::key_and_value,
    value::{RHash, Val},
};

pub(super) fn invert(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let entries = this_entries(interp, this)?;
    entries.iter().try_for_each(|(_, value)| interp.as_key(value))?;
    Ok(Val::hash(entries.into_iter().map(|(key, value)| (value, key))))
}

pub(super) fn values(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "transform_values", args.list.to_vec()));
    };
    let mut entries = Vec::new();
    for (key, value) in this_entries(interp, this)? {
        entries.push((key, interp.yield_one(block, value)?));
    }
    Ok(Val::hash(entries))
}

pub(super) fn values_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "transform_values!", args.list.to_vec()));
    };
    let hash = changing(interp, this)?;
    for (key, value) in interp.entries(&hash)? {
        let value = interp.yield_one(block, value)?;
        hash.set(key, value);
    }
    Ok(this.clone())
}

pub(super) fn keys(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() && args.block.is_none() {
        return Ok(interp.enumerator(this, "transform_keys", args.list.to_vec()));
    }
    Ok(Val::hash(renamed(interp, this, args)?))
}

pub(super) fn keys_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() && args.block.is_none() {
        return Ok(interp.enumerator(this, "transform_keys!", args.list.to_vec()));
    }
    let hash = changing(interp, this)?;
    let entries = renamed(interp, this, args)?;
    hash.replace(entries);
    Ok(this.clone())
}

/// The entries with new keys, from a hash of old and new keys or from the block.
fn renamed(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<Vec<(Val, Val)>> {
    let names = match args.at(0) {
        Some(names) => Some(interp.arg_hash(names)?),
        None => None,
    };
    let mut entries = Vec::new();
    for (key, value) in this_entries(interp, this)? {
        let named = names.as_ref().and_then(|names| names.get(&key));
        let key = match (named, &args.block) {
            (Some(name), _) => name,
            (None, Some(block)) => interp.yield_one(block, key)?,
            (None, None) => key,
        };
        interp.as_key(&key)?;
        entries.push((key, value));
    }
    Ok(entries)
}

pub(super) fn to_h(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        // An instance of a subclass becomes a plain hash.
        let hash = this_hash(interp, this)?;
        if hash.is_plain() {
            return Ok(this.clone());
        }
        let plain = hash.like(hash.entries());
        plain.set_default(hash.default());
        return Ok(Val::Hash(Rc::new(plain)));
    };
    let into = RHash::new();
    for (key, value) in this_entries(interp, this)? {
        let pair = interp.yield_block(block, vec![key, value])?;
        let (key, value) = key_and_value(interp, &pair, None)?;
        interp.as_key(&key)?;
        into.set(key, value);
    }
    Ok(Val::Hash(Rc::new(into)))
}

pub(super) fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

pub(super) fn to_a(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let entries = this_entries(interp, this)?;
    Ok(Val::array(entries.into_iter().map(|(key, value)| Val::array(vec![key, value])).collect()))
}

/// Keys and values in one array. Arrays among them are flattened from a depth of 2 on.
pub(super) fn flatten(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let pairs = to_a(interp, this, &Args::none())?;
    let depth = match args.at(0) {
        Some(depth) => interp.arg_int(depth)?,
        None => 1,
    };
    interp.call(&pairs, "flatten", vec![Val::Int(depth)])
}

pub(super) fn to_proc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let block = interp.native_block(look_up, vec![this.clone()]);
    Ok(Val::Proc(block))
}

/// The block that `to_proc` returns, which looks up a key.
fn look_up(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    match kept {
        Val::Array(kept) => match kept.get(0) {
            Some(Val::Hash(hash)) => super::access::get(interp, &hash, &args.get(0)),
            _ => Ok(Val::Nil),
        },
        _ => Ok(Val::Nil),
    }
}

pub(super) fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect_builtin(this)?))
}
