//! The ends of a range, and what can be computed from them without iteration.

use std::cmp::Ordering;

use bunraku_intern::Symbol;
use num_bigint::BigInt;

use super::this_range;
use crate::{
    Args, Interp, R,
    core::enumerable::ENUMERABLE,
    value::{RRange, Val},
};

pub(super) fn begin(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this_range(interp, this)?.first.clone())
}

pub(super) fn end(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this_range(interp, this)?.last.clone())
}

pub(super) fn exclude_end(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(this_range(interp, this)?.exclusive))
}

pub(super) fn first(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    if range.first.is_nil() {
        return Err(interp.error("RangeError", "cannot get the first element of beginless range"));
    }
    let Some(count) = args.at(0) else { return Ok(range.first.clone()) };
    if interp.arg_int(count)? < 0 {
        return Err(interp.argument_error("negative array size (or size too big)"));
    }
    general(interp, this, "first", args)
}

pub(super) fn last(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    if range.last.is_nil() {
        return Err(interp.error("RangeError", "cannot get the last element of endless range"));
    }
    if args.is_empty() {
        return Ok(range.last.clone());
    }
    let items = super::walk::to_a(interp, this, &Args::none())?;
    interp.call(&items, "last", args.list.to_vec())
}

pub(super) fn min(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    if range.first.is_nil() {
        return Err(interp.error("RangeError", "cannot get the minimum of beginless range"));
    }
    if !args.is_empty() || args.block.is_some() {
        if range.last.is_nil() {
            return Err(interp.error(
                "RangeError",
                "cannot get the minimum of endless range with custom comparison method",
            ));
        }
        return general(interp, this, "min", args);
    }
    if range.last.is_nil() {
        return Ok(range.first.clone());
    }
    Ok(if is_empty(interp, &range)? { Val::Nil } else { range.first.clone() })
}

pub(super) fn max(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    if range.last.is_nil() {
        return Err(interp.error("RangeError", "cannot get the maximum of endless range"));
    }
    let numeric = matches!(range.last, Val::Int(_) | Val::Float(_) | Val::Big(_));
    if !args.is_empty() || args.block.is_some() || (range.exclusive && !numeric) {
        if range.first.is_nil() {
            let message = "cannot get the maximum of beginless range with custom comparison method";
            return Err(interp.error("RangeError", message));
        }
        return general(interp, this, "max", args);
    }
    if !range.first.is_nil() && is_empty(interp, &range)? {
        return Ok(Val::Nil);
    }
    if !range.exclusive {
        return Ok(range.last.clone());
    }
    match (&range.first, &range.last) {
        (Val::Int(_) | Val::Nil, Val::Int(last)) => Ok(Val::integer(BigInt::from(*last) - 1)),
        (_, Val::Int(_) | Val::Big(_)) => {
            Err(interp.type_error("cannot exclude end value with non Integer begin value"))
        }
        _ => Err(interp.type_error("cannot exclude non Integer end value")),
    }
}

pub(super) fn minmax(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_some() {
        return general(interp, this, "minmax", args);
    }
    let min = min(interp, this, args)?;
    let max = max(interp, this, args)?;
    Ok(Val::array(vec![min, max]))
}

fn is_empty(interp: &mut Interp<'_>, range: &RRange) -> R<bool> {
    Ok(match interp.compare(&range.first, &range.last)? {
        Some(Ordering::Less) => false,
        Some(Ordering::Equal) => range.exclusive,
        _ => true,
    })
}

/// The number of elements of a range of numbers.
pub(super) fn size(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let range = this_range(interp, this)?;
    Ok(match (&range.first, &range.last) {
        (Val::Int(first), Val::Int(last)) => count_integers(*first, *last, range.exclusive),
        (Val::Int(_), Val::Nil) | (Val::Nil, Val::Int(_)) => Val::Float(f64::INFINITY),
        (Val::Int(_) | Val::Float(_), Val::Int(_) | Val::Float(_)) => {
            let (first, last) = (float(&range.first), float(&range.last));
            let count = super::walk::float_steps(first, last, 1.0, range.exclusive);
            if count.is_infinite() { Val::Float(count) } else { Val::Int(count as i64) }
        }
        (Val::Float(_), Val::Nil) => Val::Float(f64::INFINITY),
        _ => Val::Nil,
    })
}

fn count_integers(first: i64, last: i64, exclusive: bool) -> Val {
    let count = BigInt::from(last) - BigInt::from(first) + i64::from(!exclusive);
    if count.sign() == num_bigint::Sign::Minus { Val::Int(0) } else { Val::integer(count) }
}

pub(super) fn float(number: &Val) -> f64 {
    match number {
        Val::Int(number) => *number as f64,
        Val::Float(number) => *number,
        Val::Big(number) => number.to_string().parse().unwrap_or(f64::INFINITY),
        _ => 0.0,
    }
}

pub(super) fn count(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() && args.block.is_none() {
        let range = this_range(interp, this)?;
        if range.first.is_nil() || range.last.is_nil() {
            return Ok(Val::Float(f64::INFINITY));
        }
        if let (Val::Int(first), Val::Int(last)) = (&range.first, &range.last) {
            return Ok(count_integers(*first, *last, range.exclusive));
        }
    }
    general(interp, this, "count", args)
}

/// A sum of integers is computed by a formula.
pub(super) fn sum(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    let (Val::Int(first), Val::Int(last), None, None | Some(Val::Int(_))) =
        (&range.first, &range.last, &args.block, args.at(0))
    else {
        return general(interp, this, "sum", args);
    };
    let start = if let Some(Val::Int(start)) = args.at(0) { *start } else { 0 };
    let last = BigInt::from(*last) - i64::from(range.exclusive);
    let first = BigInt::from(*first);
    if last < first {
        return Ok(Val::Int(start));
    }
    let sum = (&last - &first + 1) * (&last + &first) / 2;
    Ok(Val::integer(sum + start))
}

/// Calls the implementation of `Enumerable`.
fn general(interp: &mut Interp<'_>, this: &Val, name: &str, args: &Args) -> R {
    match ENUMERABLE.find(Symbol::new(name)) {
        Some(method) => (method.run)(interp, this, args),
        None => Ok(Val::Nil),
    }
}
