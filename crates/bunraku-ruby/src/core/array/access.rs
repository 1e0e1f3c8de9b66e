//! Reading elements.

use super::{place, this_array, this_items};
use crate::{
    Args, Interp, R,
    core::range::span,
    value::{RArray, Val},
};

pub(super) fn index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    if let (Some(Val::Int(index)), None) = (args.at(0), args.at(1)) {
        return Ok(place(*index, array.len()).and_then(|index| array.get(index)).unwrap_or_default());
    }
    match wanted(interp, args, &array)? {
        Wanted::One(index) => Ok(index.and_then(|index| array.get(index)).unwrap_or_default()),
        Wanted::None => Ok(Val::Nil),
        Wanted::Some(start, count) => {
            Ok(Val::array(array.items().iter().skip(start).take(count).cloned().collect()))
        }
    }
}

/// The elements that the arguments of `[]` select.
pub(super) enum Wanted {
    One(Option<usize>),
    Some(usize, usize),
    None,
}

pub(super) fn wanted(interp: &mut Interp<'_>, args: &Args, array: &RArray) -> R<Wanted> {
    // Arguments that convert themselves to integers can change the array, so its length is asked after that.
    if let Some(count) = args.at(1) {
        let start = interp.arg_int(&args.get(0))?;
        let count = interp.arg_int(count)?;
        let len = array.len();
        let start = place(start, len).filter(|start| *start <= len);
        return Ok(match (start, usize::try_from(count)) {
            (Some(start), Ok(count)) => Wanted::Some(start, count.min(len - start)),
            _ => Wanted::None,
        });
    }
    match args.get(0) {
        Val::Range(range) => Ok(match span(interp, &range, array.len())? {
            Some((start, count)) => Wanted::Some(start, count),
            None => Wanted::None,
        }),
        index => {
            let index = interp.arg_int(&index)?;
            let len = array.len();
            Ok(Wanted::One(place(index, len).filter(|index| *index < len)))
        }
    }
}

pub(super) fn at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let index = interp.arg_int(&args.get(0))?;
    Ok(place(index, array.len()).and_then(|index| array.get(index)).unwrap_or_default())
}

pub(super) fn fetch(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let index = interp.arg_int(&args.get(0))?;
    let len = array.len();
    if let Some(item) = place(index, len).and_then(|index| array.get(index)) {
        return Ok(item);
    }
    if let Some(block) = &args.block {
        return interp.yield_one(block, args.get(0));
    }
    match args.at(1) {
        Some(default) => Ok(default.clone()),
        None => {
            let message = format!("index {index} outside of array bounds: {}...{len}", -(len as i64));
            Err(interp.error("IndexError", message))
        }
    }
}

pub(super) fn dig(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let first = at(interp, this, &Args::new(vec![args.get(0)]))?;
    dig_on(interp, first, args)
}

/// Continues `dig` with the remaining keys on the value that was found.
pub(in crate::core) fn dig_on(interp: &mut Interp<'_>, found: Val, args: &Args) -> R {
    interp.check_elements(args.len())?;
    let rest: Vec<Val> = args.list.iter().skip(1).cloned().collect();
    if rest.is_empty() || found.is_nil() {
        return Ok(found);
    }
    if !interp.responds(&found, "dig") {
        let class = interp.real_class(&found).name();
        return Err(interp.type_error(format!("{class} does not have #dig method")));
    }
    interp.call(&found, "dig", rest)
}

pub(super) fn values_at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let len = array.len();
    let mut items = Vec::with_capacity(args.len());
    for wanted in &args.list {
        let Val::Range(range) = wanted else {
            let index = interp.arg_int(wanted)?;
            let item = place(index, len).and_then(|index| array.get(index)).unwrap_or_default();
            interp.keep(&mut items, item)?;
            continue;
        };
        // `values_at` gives `nil` for every position of a range that is after the end.
        let Some((start, count)) = span(interp, range, len)? else { continue };
        let named = match &range.last {
            Val::Int(last) if *last >= 0 => {
                let end = usize::try_from(*last).unwrap_or(len) + usize::from(!range.exclusive);
                end.saturating_sub(start)
            }
            _ => count,
        };
        interp.check_elements(named)?;
        // All ranges together may be larger than each.
        interp.check_more(items.len(), named)?;
        items.extend((start..start + named).map(|index| array.get(index).unwrap_or_default()));
    }
    Ok(Val::array(items))
}

pub(super) fn last(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let Some(count) = args.at(0) else { return Ok(array.items().last().cloned().unwrap_or_default()) };
    let count = interp.arg_int(count)?;
    let Ok(count) = usize::try_from(count) else { return Err(interp.argument_error("negative array size")) };
    let skip = array.len().saturating_sub(count);
    Ok(Val::array(array.items().iter().skip(skip).cloned().collect()))
}

pub(super) fn length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let array = this_array(interp, this)?;
    Ok(Val::Int(array.len() as i64))
}

pub(super) fn is_empty(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let array = this_array(interp, this)?;
    Ok(Val::Bool(array.is_empty()))
}

pub(super) fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each", args.list.to_vec())) };
    let array = this_array(interp, this)?;
    let mut index = 0;
    while let Some(item) = array.get(index) {
        interp.step()?;
        interp.yield_one(block, item)?;
        index += 1;
    }
    Ok(this.clone())
}

pub(super) fn each_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "each_index", args.list.to_vec()));
    };
    let array = this_array(interp, this)?;
    let mut index = 0;
    while index < array.len() {
        interp.step()?;
        interp.yield_one(block, Val::Int(index as i64))?;
        index += 1;
    }
    Ok(this.clone())
}

pub(super) fn position(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() && args.block.is_none() {
        return Ok(interp.enumerator(this, "index", args.list.to_vec()));
    }
    let array = this_array(interp, this)?;
    let mut index = 0;
    while let Some(item) = array.get(index) {
        if is_wanted(interp, item, args)? {
            return Ok(Val::Int(index as i64));
        }
        index += 1;
    }
    Ok(Val::Nil)
}

pub(super) fn last_position(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() && args.block.is_none() {
        return Ok(interp.enumerator(this, "rindex", args.list.to_vec()));
    }
    let array = this_array(interp, this)?;
    for index in (0..array.len()).rev() {
        let Some(item) = array.get(index) else { continue };
        if is_wanted(interp, item, args)? {
            return Ok(Val::Int(index as i64));
        }
    }
    Ok(Val::Nil)
}

fn is_wanted(interp: &mut Interp<'_>, item: Val, args: &Args) -> R<bool> {
    interp.step()?;
    match (args.at(0), &args.block) {
        (Some(wanted), _) => interp.equal(&item, wanted),
        (None, Some(block)) => Ok(interp.yield_one(block, item)?.truthy()),
        (None, None) => Ok(false),
    }
}

pub(super) fn assoc(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    row_with(interp, this, args, 0)
}

pub(super) fn rassoc(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    row_with(interp, this, args, 1)
}

/// The first nested array that has an equal element at a position.
fn row_with(interp: &mut Interp<'_>, this: &Val, args: &Args, index: usize) -> R {
    let wanted = args.get(0);
    for row in this_items(interp, this)? {
        if let Val::Array(items) = &row
            && let Some(item) = items.get(index)
            && interp.equal(&item, &wanted)?
        {
            return Ok(row);
        }
    }
    Ok(Val::Nil)
}
