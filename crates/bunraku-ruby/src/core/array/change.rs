//! Setting, adding and reordering elements.

use super::{changing, place};
use crate::{
    Args, Interp, R,
    core::{enumerable, range::span},
    value::Val,
};

pub(super) fn set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let len = array.len();
    let value = args.list.last().cloned().unwrap_or_default();
    let (start, count) = match (args.get(0), args.len()) {
        (Val::Range(range), 2) => match span_to_set(interp, &range, len)? {
            Some(place) => place,
            None => {
                let shown = interp.to_s(&args.get(0))?;
                return Err(interp.error("RangeError", format!("{shown} out of range")));
            }
        },
        (index, 2) => {
            let index = interp.arg_int(&index)?;
            let Some(at) = place(index, len) else { return Err(too_small(interp, index, len)) };
            interp.check_elements(at)?;
            array.update(|items| {
                if at >= items.len() {
                    items.resize(at + 1, Val::Nil);
                }
                if let Some(item) = items.get_mut(at) {
                    *item = value.clone();
                }
            });
            return Ok(value);
        }
        (index, _) => {
            let index = interp.arg_int(&index)?;
            let count = interp.arg_int(&args.get(1))?;
            let Ok(count) = usize::try_from(count) else {
                return Err(interp.error("IndexError", format!("negative length ({count})")));
            };
            let Some(at) = place(index, len) else { return Err(too_small(interp, index, len)) };
            (at, count)
        }
    };
    let new = match &value {
        Val::Array(new) => interp.items(new)?,
        other => vec![other.clone()],
    };
    interp.check_elements(start.saturating_add(new.len()))?;
    array.update(|items| {
        if start > items.len() {
            items.resize(start, Val::Nil);
        }
        let end = start.saturating_add(count).min(items.len());
        items.splice(start..end, new);
    });
    Ok(value)
}

/// Like [`span`], but the start may be after the end, because the array grows.
fn span_to_set(
    interp: &mut Interp<'_>,
    range: &crate::value::RRange,
    len: usize,
) -> R<Option<(usize, usize)>> {
    let start = if range.first.is_nil() { 0 } else { interp.arg_int(&range.first)? };
    match place(start, len) {
        Some(start) if start > len => Ok(Some((start, 0))),
        Some(_) => span(interp, range, len),
        None => Ok(None),
    }
}

fn too_small(interp: &mut Interp<'_>, index: i64, len: usize) -> Box<crate::Unwind> {
    let message = format!("index {index} too small for array; minimum: -{len}");
    interp.error("IndexError", message)
}

pub(super) fn push(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    interp.check_more(array.len(), args.len())?;
    array.update(|items| items.extend(args.list.iter().cloned()));
    Ok(this.clone())
}

pub(super) fn concat(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let mut new = Vec::new();
    for other in &args.list {
        let other = interp.arg_array(other)?;
        interp.check_elements(new.len().saturating_add(other.len()))?;
        new.extend_from_slice(&other.items());
    }
    interp.check_more(array.len(), new.len())?;
    array.update(|items| items.extend(new));
    Ok(this.clone())
}

pub(super) fn unshift(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    interp.check_elements(array.len() + args.len())?;
    array.update(|items| items.splice(0..0, args.list.iter().cloned()).for_each(drop));
    Ok(this.clone())
}

pub(super) fn insert(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let len = array.len();
    let index = interp.arg_int(&args.get(0))?;
    let new: Vec<Val> = args.list.iter().skip(1).cloned().collect();
    if new.is_empty() {
        return Ok(this.clone());
    }
    // A negative index is the position that the last new element has from the end, so that -1 appends.
    let at = if index < 0 { place(index, len + 1) } else { usize::try_from(index).ok() };
    let Some(at) = at else {
        let message = format!("index {index} too small for array; minimum: -{}", len + 1);
        return Err(interp.error("IndexError", message));
    };
    interp.check_elements(at.saturating_add(new.len()))?;
    array.update(|items| {
        if at > items.len() {
            items.resize(at, Val::Nil);
        }
        items.splice(at..at, new).for_each(drop);
    });
    Ok(this.clone())
}

pub(super) fn replace(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let new = interp.arg_items(&args.get(0))?;
    array.update(|items| *items = new);
    Ok(this.clone())
}

/// `fill(value)`, `fill(value, start, count)`, `fill(value, range)`, and the same with a block for the value.
pub(super) fn fill(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let len = array.len();
    let skip = usize::from(args.block.is_none());
    if args.block.is_none() && args.is_empty() {
        return Err(interp.argument_error("wrong number of arguments (given 0, expected 1..3)"));
    }
    let (start, end) = match (args.get(skip), args.get(skip + 1)) {
        (Val::Range(range), _) => match span_to_set(interp, &range, len)? {
            Some((start, _)) => {
                let last = if range.last.is_nil() { -1 } else { interp.arg_int(&range.last)? };
                let end =
                    place(last, len).unwrap_or(0) + usize::from(!range.exclusive || range.last.is_nil());
                (start, end)
            }
            None => {
                let shown = interp.to_s(&args.get(skip))?;
                return Err(interp.error("RangeError", format!("{shown} out of range")));
            }
        },
        (start, count) => {
            let start = if start.is_nil() { 0 } else { interp.arg_int(&start)? };
            // Converting the start may have changed the length.
            let len = array.len();
            let start = place(start, len).unwrap_or(0);
            let count = if count.is_nil() {
                len.saturating_sub(start)
            } else {
                usize::try_from(interp.arg_int(&count)?).unwrap_or(0)
            };
            (start, start.saturating_add(count))
        }
    };
    interp.check_elements(end)?;
    for index in start..end {
        interp.step()?;
        let value = match &args.block {
            Some(block) => interp.yield_one(block, Val::Int(index as i64))?,
            None => args.get(0),
        };
        array.update(|items| {
            if index >= items.len() {
                items.resize(index + 1, Val::Nil);
            }
            if let Some(item) = items.get_mut(index) {
                *item = value;
            }
        });
    }
    Ok(this.clone())
}

pub(super) fn map(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "map!", args.list.to_vec())) };
    let array = changing(interp, this)?;
    let mut index = 0;
    while let Some(item) = array.get(index) {
        let value = interp.yield_one(block, item)?;
        array.update(|items| {
            if let Some(item) = items.get_mut(index) {
                *item = value;
            }
        });
        index += 1;
    }
    Ok(this.clone())
}

pub(super) fn sort(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let items = interp.items(&array)?;
    let sorted = enumerable::sorted(interp, items, args.block.as_ref())?;
    array.update(|items| *items = sorted);
    Ok(this.clone())
}

pub(super) fn sort_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_none() {
        return Ok(interp.enumerator(this, "sort_by!", args.list.to_vec()));
    }
    let array = changing(interp, this)?;
    if let Val::Array(sorted) = enumerable::sort_by(interp, this, args)? {
        array.update(|items| *items = sorted.to_vec());
    }
    Ok(this.clone())
}

pub(super) fn reverse(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let array = changing(interp, this)?;
    array.update(|items| items.reverse());
    Ok(this.clone())
}

pub(super) fn rotate(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    if let Val::Array(rotated) = super::choose::rotate(interp, this, args)? {
        array.update(|items| *items = rotated.to_vec());
    }
    Ok(this.clone())
}
