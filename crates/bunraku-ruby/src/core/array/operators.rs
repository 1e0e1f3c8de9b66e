//! Operators on two arrays: unions, differences, comparisons.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{this_array, this_items};
use crate::{
    Args, Interp, R,
    value::{HashKey, RHash, Val},
};

pub(super) fn plus(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (array, other) = (this_array(interp, this)?, interp.arg_array(&args.get(0))?);
    let count = array.len().saturating_add(other.len());
    interp.check_elements(count)?;
    let mut items = Vec::with_capacity(count);
    items.extend_from_slice(&array.items());
    items.extend_from_slice(&other.items());
    Ok(Val::array(items))
}

pub(super) fn difference(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut items = this_items(interp, this)?;
    items.iter().try_for_each(|item| interp.as_key(item))?;
    for other in &args.list {
        let without = keys(interp, other)?;
        items.retain(|item| !without.contains(item));
    }
    Ok(Val::array(items))
}

pub(super) fn times(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    if let Val::Str(_) = args.get(0) {
        return super::flat::join(interp, this, args);
    }
    let count = interp.arg_int(&args.get(0))?;
    let Ok(count) = usize::try_from(count) else {
        return Err(interp.argument_error("negative argument"));
    };
    interp.check_elements(array.len().saturating_mul(count))?;
    let items = interp.items(&array)?;
    let len = items.len() * count;
    Ok(Val::array(items.into_iter().cycle().take(len).collect()))
}

pub(super) fn intersection(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut items = keys(interp, this)?.keys();
    for other in &args.list {
        let with = keys(interp, other)?;
        items.retain(|item| with.contains(item));
    }
    Ok(Val::array(originals(interp, this, items)?))
}

/// The elements from which a set of keys was made. The keys themselves may be frozen copies of strings.
fn originals(interp: &mut Interp<'_>, this: &Val, keys: Vec<Val>) -> R<Vec<Val>> {
    let wanted = RHash::from_entries(keys.into_iter().map(|key| (key, Val::Nil)));
    let mut items = Vec::with_capacity(wanted.len());
    for item in this_items(interp, this)? {
        if wanted.remove(&item).is_some() {
            items.push(item);
        }
    }
    Ok(items)
}

pub(super) fn intersects(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let with = keys(interp, &args.get(0))?;
    let array = this_array(interp, this)?;
    let items = interp.items(&array)?;
    items.iter().try_for_each(|item| interp.as_key(item))?;
    let found = array.items().iter().any(|item| with.contains(item));
    Ok(Val::Bool(found))
}

pub(super) fn union(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let seen = RHash::new();
    let mut items = Vec::new();
    for list in std::iter::once(this).chain(&args.list) {
        for item in interp.arg_items(list)? {
            interp.as_key(&item)?;
            if !seen.contains(&item) {
                seen.set(item.clone(), Val::Nil);
                items.push(item);
            }
        }
    }
    Ok(Val::array(items))
}

/// The elements of an array as keys for lookup.
fn keys(interp: &mut Interp<'_>, list: &Val) -> R<RHash> {
    let items = interp.arg_items(list)?;
    items.iter().try_for_each(|item| interp.as_key(item))?;
    Ok(RHash::from_entries(items.into_iter().map(|item| (item, Val::Nil))))
}

pub(super) fn compare(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if !matches!(other, Val::Array(_)) {
        return Ok(Val::Nil);
    }
    Ok(interp.compare(this, &other)?.map_or(Val::Nil, |order| Val::Int(order as i64)))
}

pub(super) fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.equal(this, &args.get(0))?))
}

pub(in crate::core) fn eql(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    interp.as_key(this)?;
    interp.as_key(&args.get(0))?;
    Ok(Val::Bool(HashKey(this.clone()) == HashKey(args.get(0))))
}

pub(in crate::core) fn hash(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.as_key(this)?;
    let mut hasher = DefaultHasher::new();
    HashKey(this.clone()).hash(&mut hasher);
    // In Ruby the result always fits in a `Fixnum`, which has 62 bits and a sign.
    Ok(Val::Int((hasher.finish() >> 2) as i64))
}
