//! Minimum, maximum and sorting.

use std::cmp::Ordering;
use std::rc::Rc;

use super::map::walked;
use crate::{
    Args, Interp, R,
    value::{RProc, Val},
};

pub(super) fn min(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = walked(interp, this)?;
    extreme(interp, items, args, Ordering::Less)
}

pub(super) fn max(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = walked(interp, this)?;
    extreme(interp, items, args, Ordering::Greater)
}

/// The minimum or maximum, or as many of them as the argument says.
fn extreme(interp: &mut Interp<'_>, items: Vec<Val>, args: &Args, wanted: Ordering) -> R {
    let Some(count) = args.at(0).filter(|count| !count.is_nil()) else {
        return best(interp, &items, args.block.as_ref(), wanted);
    };
    let count = how_many(interp, count)?;
    let sorted = sorted(interp, items, args.block.as_ref())?;
    Ok(Val::array(first_of(sorted, count, wanted)))
}

pub(super) fn minmax(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = walked(interp, this)?;
    let min = best(interp, &items, args.block.as_ref(), Ordering::Less)?;
    let max = best(interp, &items, args.block.as_ref(), Ordering::Greater)?;
    Ok(Val::array(vec![min, max]))
}

pub(super) fn min_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    extreme_by(interp, this, args, "min_by", Ordering::Less)
}

pub(super) fn max_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    extreme_by(interp, this, args, "max_by", Ordering::Greater)
}

fn extreme_by(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str, wanted: Ordering) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, name, args.list.to_vec())) };
    let keyed = keyed(interp, this, block)?;
    let Some(count) = args.at(0).filter(|count| !count.is_nil()) else {
        return best_keyed(interp, &keyed, wanted);
    };
    let count = how_many(interp, count)?;
    let sorted = sort_keyed(interp, keyed)?;
    Ok(Val::array(first_of(sorted, count, wanted)))
}

pub(super) fn minmax_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "minmax_by", args.list.to_vec()));
    };
    let keyed = keyed(interp, this, block)?;
    let min = best_keyed(interp, &keyed, Ordering::Less)?;
    let max = best_keyed(interp, &keyed, Ordering::Greater)?;
    Ok(Val::array(vec![min, max]))
}

pub(super) fn sort(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = walked(interp, this)?;
    Ok(Val::array(sorted(interp, items, args.block.as_ref())?))
}

pub(in crate::core) fn sort_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "sort_by", args.list.to_vec())) };
    let keyed = keyed(interp, this, block)?;
    Ok(Val::array(sort_keyed(interp, keyed)?))
}

/// Sorts elements by the block, or by `<=>`.
pub(in crate::core) fn sorted(
    interp: &mut Interp<'_>,
    items: Vec<Val>,
    block: Option<&Rc<RProc>>,
) -> R<Vec<Val>> {
    match block {
        Some(block) => interp.sort_by_order(items, |interp, a, b| block_order(interp, block, a, b)),
        None => interp.sort_by_order(items, |interp, a, b| interp.order(a, b)),
    }
}

/// The elements with the results of the block, as arrays of two.
fn keyed(interp: &mut Interp<'_>, this: &Val, block: &Rc<RProc>) -> R<Vec<Val>> {
    let items = walked(interp, this)?;
    interp.check_elements(items.len())?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let key = interp.yield_one(block, item.clone())?;
        keyed.push(Val::array(vec![key, item]));
    }
    Ok(keyed)
}

fn sort_keyed(interp: &mut Interp<'_>, keyed: Vec<Val>) -> R<Vec<Val>> {
    let sorted = interp.sort_by_order(keyed, |interp, a, b| interp.order(&at(a, 0), &at(b, 0)))?;
    Ok(sorted.iter().map(|pair| at(pair, 1)).collect())
}

fn best_keyed(interp: &mut Interp<'_>, keyed: &[Val], wanted: Ordering) -> R {
    let mut best: Option<&Val> = None;
    for pair in keyed {
        best = match best {
            Some(best) if interp.order(&at(pair, 0), &at(best, 0))? != wanted => Some(best),
            _ => Some(pair),
        };
    }
    Ok(best.map_or(Val::Nil, |pair| at(pair, 1)))
}

fn best(interp: &mut Interp<'_>, items: &[Val], block: Option<&Rc<RProc>>, wanted: Ordering) -> R {
    let mut best: Option<&Val> = None;
    for item in items {
        interp.step()?;
        best = match best {
            None => Some(item),
            Some(before) => {
                let order = match block {
                    Some(block) => block_order(interp, block, item, before)?,
                    // The order of the operands matches Ruby's. It is visible only in the error for values that cannot
                    // be compared.
                    None if wanted == Ordering::Less => interp.order(before, item)?.reverse(),
                    None => interp.order(item, before)?,
                };
                Some(if order == wanted { item } else { before })
            }
        };
    }
    Ok(best.cloned().unwrap_or_default())
}

fn first_of(sorted: Vec<Val>, count: usize, wanted: Ordering) -> Vec<Val> {
    if wanted == Ordering::Less {
        sorted.into_iter().take(count).collect()
    } else {
        sorted.into_iter().rev().take(count).collect()
    }
}

fn how_many(interp: &mut Interp<'_>, count: &Val) -> R<usize> {
    let count = interp.arg_int(count)?;
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => Err(interp.argument_error(format!("negative size ({count})"))),
    }
}

fn at(pair: &Val, index: usize) -> Val {
    match pair {
        Val::Array(pair) => pair.get(index).unwrap_or_default(),
        _ => Val::Nil,
    }
}

/// The order of two values by the result of a block, a number below, equal to or above zero.
fn block_order(interp: &mut Interp<'_>, block: &Rc<RProc>, a: &Val, b: &Val) -> R<Ordering> {
    let answer = interp.yield_block(block, vec![a.clone(), b.clone()])?;
    match &answer {
        Val::Int(_) | Val::Big(_) | Val::Float(_) => interp.order(&answer, &Val::Int(0)),
        Val::Nil => {
            let class = interp.real_class(a).name();
            let other = match b {
                Val::Nil | Val::Bool(_) | Val::Int(_) | Val::Float(_) => interp.inspect(b)?,
                _ => interp.real_class(b).name(),
            };
            Err(interp.argument_error(format!("comparison of {class} with {other} failed")))
        }
        _ => {
            let class = interp.real_class(&answer).name();
            Err(interp.argument_error(format!("comparison of {class} with 0 failed")))
        }
    }
}
