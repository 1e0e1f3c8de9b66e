//! `Range`.

mod cover;
mod ends;
mod walk;

use std::rc::Rc;

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    core::array,
    value::{RRange, Val},
};

pub(super) use walk::yield_floats;

pub(super) static RANGE: NativeClass = NativeClass::class(
    "Range",
    "Object",
    &["Enumerable"],
    &[
        method("begin", 0, 0, ends::begin),
        method("end", 0, 0, ends::end),
        method("first", 0, 1, ends::first),
        method("last", 0, 1, ends::last),
        method("min", 0, 1, ends::min),
        method("max", 0, 1, ends::max),
        method("minmax", 0, 0, ends::minmax),
        method("size", 0, 0, ends::size),
        method("count", 0, 1, ends::count),
        method("sum", 0, 1, ends::sum),
        method("exclude_end?", 0, 0, ends::exclude_end),
        method("each", 0, 0, walk::each),
        method("reverse_each", 0, 0, walk::reverse_each),
        method("step", 0, 1, walk::step),
        method("%", 1, 1, walk::step),
        method("to_a", 0, 0, walk::to_a),
        method("entries", 0, 0, walk::to_a),
        method("bsearch", 0, 0, walk::bsearch),
        method("===", 1, 1, cover::cover),
        method("cover?", 1, 1, cover::cover),
        method("include?", 1, 1, cover::include),
        method("member?", 1, 1, cover::include),
        method("==", 1, 1, equal),
        method("eql?", 1, 1, array::eql),
        method("hash", 0, 0, array::hash),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, inspect),
    ],
    &[method("new", 2, 3, new)],
);

fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    array::no_subclass(interp, this)?;
    interp.range(args.get(0), args.get(1), args.get(2).truthy())
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.equal(this, &args.get(0))?))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.to_s(this)?))
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    if let Val::Range(range) = this
        && range.first.is_nil()
        && range.last.is_nil()
    {
        return Ok(Val::str(if range.exclusive { "nil...nil" } else { "nil..nil" }));
    }
    Ok(Val::str(interp.inspect(this)?))
}

fn this_range(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RRange>> {
    match this {
        Val::Range(range) => Ok(Rc::clone(range)),
        _ => Err(interp.no_conversion(this, "Range")),
    }
}

/// The start and number of the elements that a range selects among `len` elements.
pub(crate) fn span(interp: &mut Interp<'_>, range: &RRange, len: usize) -> R<Option<(usize, usize)>> {
    let length = i64::try_from(len).unwrap_or(i64::MAX);
    let mut start = if range.first.is_nil() { 0 } else { interp.arg_int(&range.first)? };
    let mut end = if range.last.is_nil() { -1 } else { interp.arg_int(&range.last)? };
    let exclusive = range.exclusive && !range.last.is_nil();
    if start < 0 {
        start = start.saturating_add(length);
    }
    if start < 0 || start > length {
        return Ok(None);
    }
    if end < 0 {
        end = end.saturating_add(length);
    }
    if !exclusive {
        end = end.saturating_add(1);
    }
    let count = end.min(length).saturating_sub(start).max(0);
    Ok(Some((usize::try_from(start).unwrap_or(0), usize::try_from(count).unwrap_or(0))))
}
