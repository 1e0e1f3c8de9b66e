//! Methods that select entries.

use std::rc::Rc;

use super::{changing, removal, this_entries, this_hash};
use crate::{
    Args, Interp, R,
    args::pair,
    value::{RProc, Val},
};

pub(super) fn select(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "select", args.list.to_vec())) };
    kept(interp, this, block, true)
}

pub(super) fn reject(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "reject", args.list.to_vec())) };
    kept(interp, this, block, false)
}

fn kept(interp: &mut Interp<'_>, this: &Val, block: &Rc<RProc>, wanted: bool) -> R {
    let mut entries = Vec::new();
    let hash = this_hash(interp, this)?;
    for (key, value) in interp.entries(&hash)? {
        if interp.yield_block(block, pair(key.clone(), value.clone()))?.truthy() == wanted {
            entries.push((key, value));
        }
    }
    Ok(Val::Hash(Rc::new(hash.like(entries))))
}

pub(super) fn select_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "select!", args.list.to_vec())) };
    let changed = retain(interp, this, block, true)?;
    Ok(if changed { this.clone() } else { Val::Nil })
}

pub(super) fn reject_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "reject!", args.list.to_vec())) };
    let changed = retain(interp, this, block, false)?;
    Ok(if changed { this.clone() } else { Val::Nil })
}

pub(super) fn keep_if(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "keep_if", args.list.to_vec())) };
    retain(interp, this, block, true)?;
    Ok(this.clone())
}

pub(super) fn delete_if(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "delete_if", args.list.to_vec()));
    };
    retain(interp, this, block, false)?;
    Ok(this.clone())
}

/// Keeps the entries for which the block returns `wanted`, and returns whether any were removed.
fn retain(interp: &mut Interp<'_>, this: &Val, block: &Rc<RProc>, wanted: bool) -> R<bool> {
    let hash = changing(interp, this)?;
    let mut changed = false;
    for (key, value) in interp.entries(&hash)? {
        if interp.yield_block(block, vec![key.clone(), value])?.truthy() != wanted {
            // The block sees the hash without the entries before this one, so each is removed at once.
            interp.charge(removal(&hash))?;
            hash.remove(&key);
            changed = true;
        }
    }
    Ok(changed)
}

pub(super) fn slice(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    args.list.iter().try_for_each(|key| interp.as_key(key))?;
    let entries = args.list.iter().filter_map(|key| Some((key.clone(), hash.get(key)?)));
    Ok(Val::Hash(Rc::new(hash.like(entries))))
}

pub(super) fn except(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = this_hash(interp, this)?;
    args.list.iter().try_for_each(|key| interp.as_key(key))?;
    let unwanted = hash.like(args.list.iter().map(|key| (key.clone(), Val::Nil)));
    let entries = interp.entries(&hash)?.into_iter().filter(|(key, _)| !unwanted.contains(key));
    Ok(Val::Hash(Rc::new(hash.like(entries))))
}

pub(super) fn compact(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let entries = this_entries(interp, this)?;
    Ok(Val::hash(entries.into_iter().filter(|(_, value)| !value.is_nil())))
}

pub(super) fn compact_in_place(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hash = changing(interp, this)?;
    let before = hash.len();
    let entries = interp.entries(&hash)?;
    hash.replace(entries.into_iter().filter(|(_, value)| !value.is_nil()));
    Ok(if hash.len() == before { Val::Nil } else { this.clone() })
}
