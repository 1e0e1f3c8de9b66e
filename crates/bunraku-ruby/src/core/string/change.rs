//! Concatenation and insertion.

use std::rc::Rc;

use super::{byte_of, changeable, like, string};
use crate::{
    Args, Interp, R,
    class::{ANY, NativeMethod, method},
    value::{Form, RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("+", 1, 1, add),
    method("*", 1, 1, repeat),
    method("%", 1, 1, format),
    method("+@", 0, 0, unfrozen),
    method("-@", 0, 0, frozen),
    method("dedup", 0, 0, frozen),
    method("<<", 1, 1, append),
    method("concat", 0, ANY, append),
    method("prepend", 0, ANY, prepend),
    method("insert", 2, 2, insert),
    method("replace", 1, 1, replace),
    method("initialize_copy", 1, 1, replace),
    method("clear", 0, 0, clear),
];

fn add(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let other = piece(interp, &args.get(0))?;
    let form = form_of_both(interp, &string, &other)?;
    interp.check_size(string.get().len().saturating_add(other.get().len()))?;
    let made = string.copy();
    append_as(&made, &other, form);
    Ok(Val::Str(Rc::new(made)))
}

fn repeat(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let times = interp.arg_int(&args.get(0))?;
    let Ok(times) = usize::try_from(times) else { return Err(interp.argument_error("negative argument")) };
    interp.check_size(string.get().len().saturating_mul(times))?;
    let text = string.get().repeat(times);
    Ok(like(&string, text))
}

fn format(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let pattern = string(interp, this)?.text();
    let values = match args.get(0) {
        Val::Array(values) => interp.items(&values)?,
        value => vec![value],
    };
    Ok(Val::str(crate::core::format::format(interp, &pattern, &values)?))
}

fn unfrozen(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    if string.is_frozen() { Ok(Val::Str(Rc::new(string.copy()))) } else { Ok(this.clone()) }
}

fn frozen(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    if string.is_frozen() {
        return Ok(this.clone());
    }
    let copy = string.copy();
    copy.freeze();
    Ok(Val::Str(Rc::new(copy)))
}

/// `<<` and `concat`. An integer stands for the character with that code.
fn append(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let mut pieces = Vec::with_capacity(args.len());
    for arg in &args.list {
        let piece = match arg {
            Val::Int(number) => character(interp, *number, string.is_binary())?,
            Val::Big(_) => return Err(interp.error("RangeError", "bignum out of char range")),
            // A string may be appended to itself, so it is copied first.
            other => Rc::new(piece(interp, other)?.copy()),
        };
        pieces.push(piece);
    }
    for piece in pieces {
        let form = form_of_both(interp, &string, &piece)?;
        interp.check_size(piece.get().len())?;
        let length = string.get().len().saturating_add(piece.get().len());
        interp.check_growth(length)?;
        if length > string.get().capacity() {
            interp.reserve(length.saturating_mul(2))?;
        }
        append_as(&string, &piece, form);
    }
    Ok(this.clone())
}

fn character(interp: &mut Interp<'_>, number: i64, binary: bool) -> R<Rc<RString>> {
    let char = u32::try_from(number).ok().and_then(char::from_u32);
    match char {
        Some(char) if !binary => Ok(Rc::new(RString::new(char.to_string()))),
        Some(char) if let Ok(byte) = u8::try_from(char) => Ok(Rc::new(RString::from_bytes(&[byte]))),
        _ => Err(interp.error("RangeError", format!("{number} out of char range"))),
    }
}

fn prepend(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let mut before = String::new();
    for arg in &args.list {
        before.push_str(&interp.arg_str(arg)?);
    }
    string.update(|text| text.insert_str(0, &before));
    Ok(this.clone())
}

fn insert(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let index = interp.arg_int(&args.get(0))?;
    let piece = interp.arg_str(&args.get(1))?;
    let length = string.get().chars().count() as i64;
    // A negative index counts from the end, and the insertion comes after that character.
    let place = if index < 0 { length.saturating_add(index).saturating_add(1) } else { index };
    let byte = usize::try_from(place).ok().and_then(|place| byte_of(&string.get(), place));
    let Some(byte) = byte else {
        let shown = if index < 0 { index.saturating_add(1) } else { index };
        return Err(interp.error("IndexError", format!("index {shown} out of string")));
    };
    string.update(|text| text.insert_str(byte, &piece));
    Ok(this.clone())
}

fn replace(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let other = piece(interp, &args.get(0))?;
    string.become_copy_of(&other);
    Ok(this.clone())
}

fn clear(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    changeable(interp, this)?.update(String::clear);
    Ok(this.clone())
}

fn piece(interp: &mut Interp<'_>, value: &Val) -> R<Rc<RString>> {
    match value {
        Val::Str(string) => Ok(Rc::clone(string)),
        other => Ok(Rc::new(RString::new(interp.arg_str(other)?))),
    }
}

/// The form of the concatenation of two strings. ASCII is compatible with everything, but other UTF-8 is not compatible
/// with binary.
pub(crate) fn form_of_both(interp: &mut Interp<'_>, first: &RString, second: &RString) -> R<Form> {
    let (form, other) = (first.form(), second.form());
    if form == other || second.get().is_ascii() {
        return Ok(form);
    }
    if first.get().is_ascii() {
        return Ok(other);
    }
    if form != Form::Binary && other != Form::Binary {
        return Ok(Form::Invalid);
    }
    let name = |form: Form| if form == Form::Binary { "ASCII-8BIT" } else { "UTF-8" };
    let message = format!("incompatible character encodings: {} and {}", name(form), name(other));
    Err(interp.error("Encoding::CompatibilityError", message))
}

/// Appends a string to another, which then has the form of both.
pub(crate) fn append_as(string: &RString, piece: &RString, form: Form) {
    if string.form() == Form::Utf8 && form != Form::Utf8 {
        let bytes = string.characters(form);
        string.update(|text| *text = bytes);
    }
    let piece = piece.characters(form);
    string.update(|text| text.push_str(&piece));
    string.set_form(form);
}
