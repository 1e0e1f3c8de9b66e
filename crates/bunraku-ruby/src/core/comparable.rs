//! `Comparable`: the operators that follow from `<=>`.

use std::cmp::Ordering;

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static COMPARABLE: NativeClass = NativeClass::module(
    "Comparable",
    &[
        method("==", 1, 1, equal),
        method("<", 1, 1, less),
        method("<=", 1, 1, at_most),
        method(">", 1, 1, greater),
        method(">=", 1, 1, at_least),
        method("between?", 2, 2, between),
        method("clamp", 1, 2, clamp),
    ],
    &[],
);

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    Ok(Val::Bool(this.same(&other) || interp.compare(this, &other)? == Some(Ordering::Equal)))
}

fn less(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.order(this, &args.get(0))?.is_lt()))
}

fn at_most(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.order(this, &args.get(0))?.is_le()))
}

fn greater(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.order(this, &args.get(0))?.is_gt()))
}

fn at_least(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.order(this, &args.get(0))?.is_ge()))
}

fn between(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let low = interp.order(this, &args.get(0))?.is_ge();
    Ok(Val::Bool(low && interp.order(this, &args.get(1))?.is_le()))
}

fn clamp(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (low, high) = match args.get(0) {
        Val::Range(range) if args.len() == 1 && range.exclusive && !range.last.is_nil() => {
            return Err(interp.argument_error("cannot clamp with an exclusive range"));
        }
        Val::Range(range) if args.len() == 1 => (range.first.clone(), range.last.clone()),
        other if args.len() == 1 => {
            let given = interp.given(&other);
            return Err(interp.type_error(format!("wrong argument type {given} (expected Range)")));
        }
        low => (low, args.get(1)),
    };
    if !low.is_nil() && !high.is_nil() && interp.order(&low, &high)?.is_gt() {
        return Err(interp.argument_error("min argument must be smaller than max argument"));
    }
    if !low.is_nil() && interp.order(this, &low)?.is_lt() {
        return Ok(low);
    }
    if !high.is_nil() && interp.order(this, &high)?.is_gt() {
        return Ok(high);
    }
    Ok(this.clone())
}
