//! Removing elements.

use super::{access, changing, place};
use crate::{Args, Interp, R, core::enumerable, value::Val};

pub(super) fn pop(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let Some(count) = args.at(0) else { return Ok(array.update(Vec::pop).unwrap_or_default()) };
    let count = size(interp, count)?;
    Ok(Val::array(array.update(|items| items.split_off(items.len().saturating_sub(count)))))
}

pub(super) fn shift(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let Some(count) = args.at(0) else {
        // The other elements move up.
        interp.charge((array.len() / MOVED) as u64)?;
        return Ok(array.update(|items| if items.is_empty() { Val::Nil } else { items.remove(0) }));
    };
    let count = size(interp, count)?;
    Ok(Val::array(array.update(|items| items.drain(..count.min(items.len())).collect())))
}

/// How many elements are moved in the time of one step.
const MOVED: usize = 64;

fn size(interp: &mut Interp<'_>, count: &Val) -> R<usize> {
    let count = interp.arg_int(count)?;
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => Err(interp.argument_error("negative array size")),
    }
}

pub(super) fn clear(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    changing(interp, this)?.update(Vec::clear);
    Ok(this.clone())
}

pub(super) fn delete(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let wanted = args.get(0);
    let mut found = None;
    let mut kept = Vec::with_capacity(array.len());
    for item in interp.items(&array)? {
        interp.step()?;
        if interp.equal(&item, &wanted)? {
            found = Some(item);
        } else {
            kept.push(item);
        }
    }
    match (found, &args.block) {
        (Some(found), _) => {
            array.update(|items| *items = kept);
            Ok(found)
        }
        (None, Some(block)) => interp.yield_one(block, wanted),
        (None, None) => Ok(Val::Nil),
    }
}

pub(super) fn delete_at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let index = interp.arg_int(&args.get(0))?;
    let index = place(index, array.len()).filter(|index| *index < array.len());
    interp.charge((array.len() / MOVED) as u64)?;
    Ok(index.map_or(Val::Nil, |index| array.update(|items| items.remove(index))))
}

pub(super) fn delete_if(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_none() {
        return Ok(interp.enumerator(this, "delete_if", args.list.to_vec()));
    }
    retain(interp, this, args, false)?;
    Ok(this.clone())
}

pub(super) fn reject(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_none() {
        return Ok(interp.enumerator(this, "reject!", args.list.to_vec()));
    }
    let changed = retain(interp, this, args, false)?;
    Ok(if changed { this.clone() } else { Val::Nil })
}

pub(super) fn keep_if(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_none() {
        return Ok(interp.enumerator(this, "keep_if", args.list.to_vec()));
    }
    retain(interp, this, args, true)?;
    Ok(this.clone())
}

pub(super) fn select(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_none() {
        return Ok(interp.enumerator(this, "select!", args.list.to_vec()));
    }
    let changed = retain(interp, this, args, true)?;
    Ok(if changed { this.clone() } else { Val::Nil })
}

/// Keeps the elements for which the block returns `wanted`, and returns whether any were removed.
fn retain(interp: &mut Interp<'_>, this: &Val, args: &Args, wanted: bool) -> R<bool> {
    let array = changing(interp, this)?;
    let block = args.need_block(interp)?;
    let before = interp.items(&array)?;
    let mut kept = Vec::with_capacity(before.len());
    for item in &before {
        if interp.yield_one(&block, item.clone())?.truthy() == wanted {
            kept.push(item.clone());
        }
    }
    let changed = kept.len() != before.len();
    array.update(|items| *items = kept);
    Ok(changed)
}

pub(super) fn compact(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let array = changing(interp, this)?;
    let before = array.len();
    array.update(|items| items.retain(|item| !item.is_nil()));
    Ok(if array.len() == before { Val::Nil } else { this.clone() })
}

pub(super) fn uniq(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let before = array.len();
    if let Val::Array(unique) = enumerable::uniq(interp, this, args)? {
        array.update(|items| *items = unique.to_vec());
    }
    Ok(if array.len() == before { Val::Nil } else { this.clone() })
}

pub(super) fn slice(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let wanted = access::wanted(interp, args, &array)?;
    Ok(array.update(|items| match wanted {
        access::Wanted::One(index) => index.map_or(Val::Nil, |index| items.remove(index)),
        access::Wanted::None => Val::Nil,
        access::Wanted::Some(start, count) => {
            // The ends of a range may have removed elements.
            let end = (start + count).min(items.len());
            Val::array(items.splice(start.min(end)..end, []).collect())
        }
    }))
}
