//! Membership in a range.

use std::rc::Rc;

use super::this_range;
use crate::{
    Args, Interp, R,
    core::walk::Flow,
    value::{RRange, Val},
};

pub(super) fn cover(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    match args.get(0) {
        Val::Range(inner) => Ok(Val::Bool(covers_range(interp, &range, &inner)?)),
        value => Ok(Val::Bool(covers(interp, &range, &value)?)),
    }
}

/// Whether a value is between the ends.
pub(super) fn covers(interp: &mut Interp<'_>, range: &RRange, value: &Val) -> R<bool> {
    if !range.first.is_nil() {
        match interp.compare(&range.first, value)? {
            Some(order) if order.is_le() => {}
            _ => return Ok(false),
        }
    }
    if range.last.is_nil() {
        return Ok(true);
    }
    Ok(match interp.compare(value, &range.last)? {
        Some(order) => order.is_lt() || (order.is_eq() && !range.exclusive),
        None => false,
    })
}

fn covers_range(interp: &mut Interp<'_>, range: &RRange, inner: &RRange) -> R<bool> {
    let begins = match (&range.first, &inner.first) {
        (Val::Nil, _) => true,
        (_, Val::Nil) => false,
        (outer, inner) => interp.compare(outer, inner)?.is_some_and(|order| order.is_le()),
    };
    if !begins {
        return Ok(false);
    }
    // An empty range is not covered by any range.
    if !inner.first.is_nil() && !inner.last.is_nil() {
        match interp.compare(&inner.first, &inner.last)? {
            Some(order) if order.is_lt() || (order.is_eq() && !inner.exclusive) => {}
            _ => return Ok(false),
        }
    }
    Ok(match (&range.last, &inner.last) {
        (Val::Nil, _) => true,
        (_, Val::Nil) => false,
        (outer, end) => match interp.compare(end, outer)? {
            Some(order) if order.is_lt() => true,
            Some(order) if order.is_eq() => !range.exclusive || inner.exclusive,
            // The inner range excludes its end, so its last integer may still be covered.
            Some(_) if inner.exclusive => match (&inner.first, end, outer) {
                (Val::Int(_), Val::Int(end), Val::Int(outer)) => end
                    .checked_sub(1)
                    .is_some_and(|last| last < *outer || (last == *outer && !range.exclusive)),
                _ => false,
            },
            _ => false,
        },
    })
}

/// Whether a value is an element. As in Ruby, a range of strings is iterated, and the ends of other ranges are
/// compared.
pub(super) fn include(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    let value = args.get(0);
    let walks = matches!((&range.first, &range.last), (Val::Str(_), Val::Str(_)));
    if !walks {
        return Ok(Val::Bool(covers(interp, &range, &value)?));
    }
    if !matches!(value, Val::Str(_)) {
        return Ok(Val::Bool(false));
    }
    let found = interp.walk(&Val::Range(Rc::clone(&range)), false, move |interp, found, item| {
        *found = interp.equal(&item, &value)?;
        Ok(if *found { Flow::Stop } else { Flow::More })
    })?;
    Ok(Val::Bool(found))
}
