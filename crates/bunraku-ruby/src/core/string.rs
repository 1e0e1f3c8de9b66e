//! `String`.

mod bytes;
mod case;
mod change;
mod charsets;
mod compare;
mod convert;
mod encodings;
mod index;
mod pad;
mod pattern;
mod replace;
mod split;
mod succ;
mod trim;
mod unpack;
mod walk;

use std::rc::Rc;

use crate::{
    Args, Interp, R,
    class::{NativeClass, NativeMethod, method, no_constants},
    value::{RString, Val},
};

pub(crate) use change::{append_as, form_of_both};
pub(super) use compare::order_value;
pub(super) use convert::{Strictness, parse_float, parse_integer};
pub(super) use index::{get, range_in};
pub(super) use pattern::{is_match, match_, match_position};
pub(super) use succ::each_between;
pub(super) use trim::{ends_with, starts_with};

pub(super) static STRING: NativeClass = NativeClass::in_chapters(
    "String",
    "Object",
    &["Comparable"],
    &[
        METHODS,
        bytes::METHODS,
        case::METHODS,
        change::METHODS,
        charsets::METHODS,
        compare::METHODS,
        convert::METHODS,
        encodings::METHODS,
        index::METHODS,
        pad::METHODS,
        pattern::METHODS,
        replace::METHODS,
        split::METHODS,
        succ::METHODS,
        trim::METHODS,
        unpack::METHODS,
        walk::METHODS,
    ],
    &[method("new", 0, 2, new), method("try_convert", 1, 1, try_convert)],
    no_constants,
);

const METHODS: &[NativeMethod] = &[
    method("initialize", 0, 2, initialize),
    method("to_s", 0, 0, to_s),
    method("to_str", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    method("length", 0, 0, length),
    method("size", 0, 0, length),
    method("empty?", 0, 0, is_empty),
    method("reverse", 0, 0, reverse),
    method("reverse!", 0, 0, reverse_in_place),
];

/// The receiver as a string.
fn string(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RString>> {
    match this {
        Val::Str(string) => Ok(Rc::clone(string)),
        _ => {
            let class = interp.real_class(this).name();
            Err(interp.type_error(format!("this method of String was called on {class}")))
        }
    }
}

/// The receiver as a string that may be changed.
fn changeable(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RString>> {
    let string = string(interp, this)?;
    if string.is_frozen() { Err(interp.frozen_error(this)) } else { Ok(string) }
}

/// A new string, binary or not like another one.
fn like(string: &RString, text: impl Into<String>) -> Val {
    let made = RString::new(text.into());
    made.set_form(string.form());
    Val::Str(Rc::new(made))
}

/// The implementation of a method: the new content, or `None` if nothing changes.
type Change = fn(&mut Interp<'_>, &RString, &Args) -> R<Option<String>>;

/// The form of a method that returns a changed copy.
fn copy_changed(interp: &mut Interp<'_>, this: &Val, args: &Args, change: Change) -> R {
    let string = string(interp, this)?;
    let text = change(interp, &string, args)?;
    Ok(text.map_or_else(|| like(&string, string.text()), |text| like(&string, text)))
}

/// The form with `!`, which changes the receiver and returns `nil` if nothing changed.
fn change_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args, change: Change) -> R {
    let string = changeable(interp, this)?;
    match change(interp, &string, args)? {
        Some(text) => {
            string.update(|old| *old = text);
            Ok(this.clone())
        }
        None => Ok(Val::Nil),
    }
}

/// Defines both forms of a method, with and without `!`.
macro_rules! both_forms {
    ($($change:ident => $copy:ident, $bang:ident;)*) => {$(
        fn $copy(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
            super::copy_changed(interp, this, args, $change)
        }

        fn $bang(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
            super::change_in_place(interp, this, args, $change)
        }
    )*};
}
use both_forms;

/// The byte at which a character starts, by its index; `None` after the end.
fn byte_of(text: &str, index: usize) -> Option<usize> {
    if index <= text.len() && text.is_ascii() {
        return Some(index);
    }
    text.char_indices().map(|(byte, _)| byte).chain([text.len()]).nth(index)
}

/// The number of characters before a byte.
fn chars_before(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count())
}

fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if super::class_methods::is_code_class(this) {
        return super::class_methods::new(interp, this, args);
    }
    match args.at(0) {
        None | Some(Val::Hash(_)) => Ok(Val::str("")),
        Some(Val::Str(string)) => Ok(Val::Str(Rc::new(string.copy()))),
        Some(other) => Ok(Val::str(interp.arg_str(other)?)),
    }
}

fn initialize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Some(Val::Str(other)) = args.at(0) {
        let text = other.text();
        changeable(interp, this)?.update(|old| *old = text);
    }
    Ok(this.clone())
}

fn try_convert(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Str(string) => Ok(Val::Str(string)),
        other if interp.responds(&other, "to_str") => Ok(Val::str(interp.arg_str(&other)?)),
        _ => Ok(Val::Nil),
    }
}

/// `to_s`. An instance of a subclass becomes a plain string.
fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this.own() {
        Some(_) => Ok(Val::Str(Rc::new(string(interp, this)?.copy()))),
        None => Ok(this.clone()),
    }
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect_builtin(this)?))
}

fn length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    let length = string.get().chars().count();
    Ok(Val::Int(length as i64))
}

fn is_empty(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(string(interp, this)?.get().is_empty()))
}

fn reverse(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    let reversed: String = string.get().chars().rev().collect();
    Ok(like(&string, reversed))
}

fn reverse_in_place(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = changeable(interp, this)?;
    string.update(|text| *text = text.chars().rev().collect());
    Ok(this.clone())
}
