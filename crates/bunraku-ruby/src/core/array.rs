//! `Array`. Methods that are not listed here come from `Enumerable`.

mod access;
mod change;
mod choose;
mod combine;
mod flat;
mod operators;
mod pack;
mod random;
mod remove;

use std::rc::Rc;

pub(super) use access::dig_on;
pub(super) use operators::{eql, hash};

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::{RArray, Val},
};

pub(super) static ARRAY: NativeClass = NativeClass::class(
    "Array",
    "Object",
    &["Enumerable"],
    &[
        method("[]", 1, 2, access::index),
        method("slice", 1, 2, access::index),
        method("at", 1, 1, access::at),
        method("fetch", 1, 2, access::fetch),
        method("dig", 1, ANY, access::dig),
        method("values_at", 0, ANY, access::values_at),
        method("last", 0, 1, access::last),
        method("length", 0, 0, access::length),
        method("size", 0, 0, access::length),
        method("empty?", 0, 0, access::is_empty),
        method("each", 0, 0, access::each),
        method("each_index", 0, 0, access::each_index),
        method("index", 0, 1, access::position),
        method("find_index", 0, 1, access::position),
        method("rindex", 0, 1, access::last_position),
        method("assoc", 1, 1, access::assoc),
        method("rassoc", 1, 1, access::rassoc),
        method("bsearch", 0, 0, choose::bsearch),
        method("bsearch_index", 0, 0, choose::bsearch_index),
        method("[]=", 2, 3, change::set),
        method("push", 0, ANY, change::push),
        method("append", 0, ANY, change::push),
        method("<<", 1, 1, change::push),
        method("concat", 0, ANY, change::concat),
        method("unshift", 0, ANY, change::unshift),
        method("prepend", 0, ANY, change::unshift),
        method("insert", 1, ANY, change::insert),
        method("replace", 1, 1, change::replace),
        method("initialize_copy", 1, 1, change::replace),
        method("fill", 0, 3, change::fill),
        method("map!", 0, 0, change::map),
        method("collect!", 0, 0, change::map),
        method("sort!", 0, 0, change::sort),
        method("sort_by!", 0, 0, change::sort_by),
        method("reverse!", 0, 0, change::reverse),
        method("rotate!", 0, 1, change::rotate),
        method("flatten!", 0, 1, flat::flatten_in_place),
        method("pop", 0, 1, remove::pop),
        method("shift", 0, 1, remove::shift),
        method("clear", 0, 0, remove::clear),
        method("delete", 1, 1, remove::delete),
        method("delete_at", 1, 1, remove::delete_at),
        method("delete_if", 0, 0, remove::delete_if),
        method("reject!", 0, 0, remove::reject),
        method("keep_if", 0, 0, remove::keep_if),
        method("select!", 0, 0, remove::select),
        method("filter!", 0, 0, remove::select),
        method("compact!", 0, 0, remove::compact),
        method("uniq!", 0, 0, remove::uniq),
        method("slice!", 1, 2, remove::slice),
        method("drop", 1, 1, choose::drop),
        method("reverse", 0, 0, choose::reverse),
        method("rotate", 0, 1, choose::rotate),
        method("reverse_each", 0, 0, choose::reverse_each),
        method("+", 1, 1, operators::plus),
        method("-", 1, 1, operators::difference),
        method("difference", 0, ANY, operators::difference),
        method("*", 1, 1, operators::times),
        method("&", 1, 1, operators::intersection),
        method("intersection", 0, ANY, operators::intersection),
        method("intersect?", 1, 1, operators::intersects),
        method("|", 1, 1, operators::union),
        method("union", 0, ANY, operators::union),
        method("<=>", 1, 1, operators::compare),
        method("==", 1, 1, operators::equal),
        method("eql?", 1, 1, operators::eql),
        method("hash", 0, 0, operators::hash),
        method("flatten", 0, 1, flat::flatten),
        method("join", 0, 1, flat::join),
        method("inspect", 0, 0, flat::inspect),
        method("to_s", 0, 0, flat::inspect),
        method("to_a", 0, 0, flat::itself),
        method("to_ary", 0, 0, flat::itself),
        method("entries", 0, 0, flat::itself),
        method("deconstruct", 0, 0, flat::itself),
        method("transpose", 0, 0, flat::transpose),
        method("product", 0, ANY, combine::product),
        method("combination", 1, 1, combine::combination),
        method("permutation", 0, 1, combine::permutation),
        method("repeated_combination", 1, 1, combine::repeated_combination),
        method("repeated_permutation", 1, 1, combine::repeated_permutation),
        method("sample", 0, 2, random::sample),
        method("shuffle", 0, 1, random::shuffle),
        method("shuffle!", 0, 1, random::shuffle_in_place),
        method("pack", 1, 2, pack::pack),
        method("initialize", 0, 2, initialize),
    ],
    &[method("new", 0, 2, new), method("[]", 0, ANY, of), method("try_convert", 1, 1, try_convert)],
);

fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if super::class_methods::is_code_class(this) {
        return super::class_methods::new(interp, this, args);
    }
    Ok(Val::array(made(interp, args)?))
}

fn initialize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = made(interp, args)?;
    changing(interp, this)?.update(|old| *old = items);
    Ok(this.clone())
}

/// The elements of a new array: those of another array, or a number of equal values or of results of the block.
fn made(interp: &mut Interp<'_>, args: &Args) -> R<Vec<Val>> {
    if let Some(Val::Array(array)) = args.at(0) {
        return interp.items(array);
    }
    let Some(count) = args.at(0) else { return Ok(Vec::new()) };
    let count = interp.arg_int(count)?;
    let Ok(count) = usize::try_from(count) else { return Err(interp.argument_error("negative array size")) };
    interp.check_elements(count)?;
    let Some(block) = &args.block else { return Ok(vec![args.get(1); count]) };
    let mut items = Vec::new();
    for index in 0..count {
        items.push(interp.yield_one(block, Val::Int(index as i64))?);
    }
    Ok(items)
}

fn of(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(super::class_methods::of_class(Val::array(args.list.to_vec()), this))
}

fn try_convert(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = args.get(0);
    match &value {
        Val::Array(_) => Ok(value),
        _ if interp.responds(&value, "to_ary") => interp.call(&value, "to_ary", Vec::new()),
        _ => Ok(Val::Nil),
    }
}

/// Refuses to create an instance of a subclass of a core class whose values have their own representation.
pub(super) fn no_subclass(interp: &mut Interp<'_>, this: &Val) -> R<()> {
    let Val::Class(class) = this else { return Ok(()) };
    if class.natives.is_some() {
        return Ok(());
    }
    let what = format!("objects of `{}`, which inherits from a class of Ruby's core", class.name());
    Err(interp.refuse(&what, "keep the range in an instance variable instead of inheriting"))
}

/// The receiver as an array.
pub(super) fn this_array(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RArray>> {
    match this {
        Val::Array(array) => Ok(Rc::clone(array)),
        _ => Err(interp.no_conversion(this, "Array")),
    }
}

/// A copy of the elements of the receiver.
fn this_items(interp: &mut Interp<'_>, this: &Val) -> R<Vec<Val>> {
    let array = this_array(interp, this)?;
    interp.items(&array)
}

/// The receiver as an array that may be changed.
pub(super) fn changing(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RArray>> {
    let array = this_array(interp, this)?;
    if array.is_frozen() { Err(interp.frozen_error(this)) } else { Ok(array) }
}

/// The position of an index. A negative index counts from the end.
pub(super) fn place(index: i64, len: usize) -> Option<usize> {
    let len = i64::try_from(len).ok()?;
    let index = if index < 0 { index.checked_add(len)? } else { index };
    usize::try_from(index).ok()
}
