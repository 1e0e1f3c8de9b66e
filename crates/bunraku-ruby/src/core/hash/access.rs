//! Reading entries.

use std::rc::Rc;

use super::{this_entries, this_hash};
use smallvec::smallvec;

use crate::{
    Args, Interp, R,
    core::{array::dig_on, walk::Flow},
    value::{HashDefault, RHash, Val},
};

pub(super) fn index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    match args.at(0) {
        Some(key) => get(interp, &hash, key),
        None => Ok(Val::Nil),
    }
}

/// The value of a key, or the default.
pub(super) fn get(interp: &mut Interp<'_>, hash: &Rc<RHash>, key: &Val) -> R {
    interp.as_key(key)?;
    match hash.get(key) {
        Some(value) => Ok(value),
        None => missing(interp, hash, key),
    }
}

fn missing(interp: &mut Interp<'_>, hash: &Rc<RHash>, key: &Val) -> R {
    match hash.default() {
        HashDefault::Nil => Ok(Val::Nil),
        HashDefault::Value(value) => Ok(value),
        HashDefault::Proc(block) => interp.yield_block(&block, vec![Val::Hash(Rc::clone(hash)), key.clone()]),
    }
}

pub(super) fn fetch(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    let key = args.get(0);
    interp.as_key(&key)?;
    if let Some(value) = hash.get(&key) {
        return Ok(value);
    }
    match (&args.block, args.at(1)) {
        (Some(block), _) => interp.yield_one(block, key),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => {
            let shown = interp.inspect(&key)?;
            let message = format!("key not found: {shown}");
            Err(interp.error_about("KeyError", message, &[("key", &key), ("receiver", this)]))
        }
    }
}

pub(super) fn dig(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    let found = get(interp, &hash, &args.get(0))?;
    dig_on(interp, found, args)
}

pub(super) fn values_at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    let mut values = Vec::with_capacity(args.len());
    for key in &args.list {
        values.push(get(interp, &hash, key)?);
    }
    Ok(Val::array(values))
}

pub(super) fn fetch_values(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut values = Vec::with_capacity(args.len());
    for key in &args.list {
        let one = Args { list: smallvec![key.clone()], keywords: false, block: args.block.clone() };
        values.push(fetch(interp, this, &one)?);
    }
    Ok(Val::array(values))
}

pub(super) fn has_key(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    args.at(0).map_or(Ok(()), |key| interp.as_key(key))?;
    Ok(Val::Bool(hash.contains(&args.get(0))))
}

pub(super) fn has_value(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(entry_of(interp, this, &args.get(0))?.is_some()))
}

pub(super) fn key(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(entry_of(interp, this, &args.get(0))?.map_or(Val::Nil, |(key, _)| key))
}

pub(super) fn rassoc(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = entry_of(interp, this, &args.get(0))?;
    Ok(found.map_or(Val::Nil, |(key, value)| Val::array(vec![key, value])))
}

/// The first entry with an equal value.
fn entry_of(interp: &mut Interp<'_>, this: &Val, wanted: &Val) -> R<Option<(Val, Val)>> {
    for (key, value) in this_entries(interp, this)? {
        interp.step()?;
        if interp.equal(&value, wanted)? {
            return Ok(Some((key, value)));
        }
    }
    Ok(None)
}

pub(super) fn assoc(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    args.at(0).map_or(Ok(()), |key| interp.as_key(key))?;
    let found = hash.find(&args.get(0)).map(|(_, key, value)| Val::array(vec![key, value]));
    Ok(found.unwrap_or_default())
}

pub(super) fn keys(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hash = this_hash(interp, this)?;
    interp.check_elements(hash.len())?;
    Ok(Val::array(hash.keys()))
}

pub(super) fn values(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hash = this_hash(interp, this)?;
    interp.check_elements(hash.len())?;
    Ok(Val::array(hash.values()))
}

pub(super) fn length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(this_hash(interp, this)?.len() as i64))
}

pub(super) fn is_empty(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(this_hash(interp, this)?.is_empty()))
}

pub(super) fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each", args.list.to_vec())) };
    let hash = this_hash(interp, this)?;
    interp.walk_hash(&hash, &mut |interp, key, value| {
        interp.yield_pair(block, key, value)?;
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

pub(super) fn each_key(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each_key", args.list.to_vec())) };
    let hash = this_hash(interp, this)?;
    interp.walk_hash(&hash, &mut |interp, key, _| {
        interp.yield_one(block, key)?;
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

pub(super) fn each_value(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "each_value", args.list.to_vec()));
    };
    let hash = this_hash(interp, this)?;
    interp.walk_hash(&hash, &mut |interp, _, value| {
        interp.yield_one(block, value)?;
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

pub(super) fn default(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    match (hash.default(), args.at(0)) {
        (HashDefault::Value(value), _) => Ok(value),
        (HashDefault::Proc(_), Some(key)) => missing(interp, &hash, key),
        _ => Ok(Val::Nil),
    }
}

pub(super) fn default_proc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(match this_hash(interp, this)?.default() {
        HashDefault::Proc(block) => Val::Proc(block),
        _ => Val::Nil,
    })
}
