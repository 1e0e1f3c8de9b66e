//! Selections and reorderings of an array, as new arrays.

use std::cmp::Ordering;

use super::{this_array, this_items};
use crate::{Args, Interp, R, value::Val};

pub(super) fn drop(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let count = interp.arg_int(&args.get(0))?;
    match usize::try_from(count) {
        Ok(count) => {
            interp.check_elements(array.len().saturating_sub(count))?;
            Ok(Val::array(array.items().iter().skip(count).cloned().collect()))
        }
        Err(_) => Err(interp.argument_error("attempt to drop negative size")),
    }
}

pub(super) fn reverse(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let mut items = this_items(interp, this)?;
    items.reverse();
    Ok(Val::array(items))
}

pub(super) fn rotate(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut items = this_items(interp, this)?;
    let by = match args.at(0) {
        Some(by) => interp.arg_int(by)?,
        None => 1,
    };
    let len = i64::try_from(items.len()).unwrap_or(i64::MAX);
    if len > 0 {
        items.rotate_left(usize::try_from(by.rem_euclid(len)).unwrap_or(0));
    }
    Ok(Val::array(items))
}

pub(super) fn reverse_each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "reverse_each", args.list.to_vec()));
    };
    let array = this_array(interp, this)?;
    let mut index = array.len();
    while index > 0 {
        interp.step()?;
        // The block may have shortened the array.
        index = (index - 1).min(array.len().saturating_sub(1));
        let Some(item) = array.get(index) else { break };
        interp.yield_one(block, item)?;
    }
    Ok(this.clone())
}

pub(super) fn bsearch(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match bsearch_index(interp, this, args)? {
        Val::Int(index) => {
            let array = this_array(interp, this)?;
            Ok(usize::try_from(index).ok().and_then(|index| array.get(index)).unwrap_or_default())
        }
        other => Ok(other),
    }
}

/// The block returns whether the element is at or after the wanted position, or a number that gives the direction.
pub(super) fn bsearch_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "bsearch_index", args.list.to_vec()));
    };
    let array = this_array(interp, this)?;
    let (mut low, mut high) = (0, array.len());
    let mut found = None;
    while low < high {
        let middle = low + (high - low) / 2;
        let Some(item) = array.get(middle) else { break };
        let answer = interp.yield_one(block, item)?;
        let lower = match &answer {
            Val::Bool(true) => {
                found = Some(middle);
                true
            }
            Val::Bool(false) | Val::Nil => false,
            Val::Int(_) | Val::Float(_) | Val::Big(_) => match interp.order(&answer, &Val::Int(0))? {
                Ordering::Equal => return Ok(Val::Int(middle as i64)),
                order => order.is_lt(),
            },
            other => {
                let class = interp.real_class(other).name();
                let message = format!("wrong argument type {class} (must be numeric, true, false or nil)");
                return Err(interp.type_error(message));
            }
        };
        if lower {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(found.map_or(Val::Nil, |index| Val::Int(index as i64)))
}
