//! Changing entries.

use std::rc::Rc;

use super::{changing, removal};
use crate::{
    Args, Interp, R,
    value::{HashDefault, RHash, RProc, Val},
};

pub(super) fn store(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    interp.check_more(hash.len(), 1)?;
    args.at(0).map_or(Ok(()), |key| interp.as_key(key))?;
    hash.set(args.get(0), args.get(1));
    Ok(args.get(1))
}

pub(super) fn delete(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    args.at(0).map_or(Ok(()), |key| interp.as_key(key))?;
    interp.charge(removal(&hash))?;
    match (hash.remove(&args.get(0)), &args.block) {
        (Some(value), _) => Ok(value),
        (None, Some(block)) => interp.yield_one(block, args.get(0)),
        (None, None) => Ok(Val::Nil),
    }
}

pub(super) fn shift(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    match hash.entry(0) {
        Some((key, value)) => {
            interp.charge(removal(&hash))?;
            hash.remove(&key);
            Ok(Val::array(vec![key, value]))
        }
        None => super::access::default(interp, this, &Args::new(vec![args.get(0)])),
    }
}

pub(super) fn clear(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    changing(interp, this)?.clear();
    Ok(this.clone())
}

pub(super) fn replace(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    let other = interp.arg_hash(&args.get(0))?;
    let entries = interp.entries(&other)?;
    hash.replace(entries);
    hash.set_default(other.default());
    Ok(this.clone())
}

pub(super) fn update(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    for other in &args.list {
        let other = interp.arg_hash(other)?;
        merge_into(interp, &hash, &other, args.block.as_ref())?;
    }
    Ok(this.clone())
}

pub(super) fn merge(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Val::Hash(merged) = crate::core::object::copy(interp, this)? else { return Ok(Val::Nil) };
    for other in &args.list {
        let other = interp.arg_hash(other)?;
        merge_into(interp, &merged, &other, args.block.as_ref())?;
    }
    Ok(Val::Hash(merged))
}

fn merge_into(interp: &mut Interp<'_>, hash: &Rc<RHash>, other: &RHash, block: Option<&Rc<RProc>>) -> R<()> {
    for (key, value) in interp.entries(other)? {
        interp.step()?;
        let value = match (block, hash.get(&key)) {
            (Some(block), Some(before)) => interp.yield_block(block, vec![key.clone(), before, value])?,
            _ => value,
        };
        hash.set(key, value);
    }
    Ok(())
}

pub(super) fn rehash(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hash = changing(interp, this)?;
    let entries = interp.entries(&hash)?;
    entries.iter().try_for_each(|(key, _)| interp.as_key(key))?;
    hash.replace(entries);
    Ok(this.clone())
}

pub(super) fn set_default(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    hash.set_default(HashDefault::Value(args.get(0)));
    Ok(args.get(0))
}

pub(super) fn set_default_proc(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    match args.get(0) {
        Val::Nil => hash.set_default(HashDefault::Nil),
        Val::Proc(block) => hash.set_default(HashDefault::Proc(block)),
        other => {
            let class = interp.real_class(&other).name();
            return Err(interp.type_error(format!("wrong default_proc type {class} (expected Proc)")));
        }
    }
    Ok(args.get(0))
}
