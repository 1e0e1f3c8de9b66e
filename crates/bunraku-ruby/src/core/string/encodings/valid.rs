//! Whether a string is valid in its encoding, and the normal forms of Unicode.

use std::rc::Rc;

use unicode_normalization::UnicodeNormalization as _;

use super::super::{changeable, string};
use crate::{
    Args, Interp, R,
    value::{Form, RString, Val},
};

/// What stands for bytes that are not valid.
pub(super) const MARK: &str = "\u{fffd}";

/// A part of a string with bytes that are not UTF-8 may be valid, so they are looked at.
pub(super) fn is_valid(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    Ok(Val::Bool(string.form() != Form::Invalid || std::str::from_utf8(&string.to_bytes()).is_ok()))
}

/// Replaces bytes that are not UTF-8 by an argument, by what a block returns, or by a mark.
pub(super) fn scrub(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    Ok(Val::Str(Rc::new(scrubbed_string(interp, &string, args)?)))
}

pub(super) fn scrub_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let made = scrubbed_string(interp, &string, args)?;
    string.become_copy_of(&made);
    Ok(this.clone())
}

fn scrubbed_string(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<RString> {
    if string.form() != Form::Invalid {
        return Ok(string.copy());
    }
    let given = match args.at(0) {
        None | Some(Val::Nil) => None,
        Some(mark) => Some(interp.arg_str(mark)?),
    };
    let text = scrubbed(interp, &string.to_bytes(), |interp, bytes| match (&given, &args.block) {
        (Some(mark), _) => Ok(mark.clone()),
        (None, Some(block)) => {
            let made = interp.yield_one(block, Val::Str(Rc::new(RString::from_utf8(bytes.to_vec()))))?;
            interp.arg_str(&made)
        }
        (None, None) => Ok(MARK.to_string()),
    })?;
    interp.check_size(text.len())?;
    Ok(RString::new(text))
}

/// The text of bytes, in which `replace` answers each run of bytes that is not valid.
pub(super) fn scrubbed<'i>(
    interp: &mut Interp<'i>,
    bytes: &[u8],
    mut replace: impl FnMut(&mut Interp<'i>, &[u8]) -> R<String>,
) -> R<String> {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        interp.append(&mut text, chunk.valid())?;
        if !chunk.invalid().is_empty() {
            let made = replace(interp, chunk.invalid())?;
            interp.append(&mut text, &made)?;
        }
    }
    Ok(text)
}

pub(super) fn unicode_normalize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    Ok(Val::str(normalized(interp, &string, args)?))
}

pub(super) fn unicode_normalize_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let made = normalized(interp, &string, args)?;
    string.update(|text| *text = made);
    Ok(this.clone())
}

pub(super) fn is_unicode_normalized(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    Ok(Val::Bool(normalized(interp, &string, args)? == *string.get()))
}

fn normalized(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<String> {
    let text = string.text();
    if string.form() == Form::Binary {
        let message = "Unicode Normalization not appropriate for ASCII-8BIT";
        return Err(interp.error("Encoding::CompatibilityError", message));
    }
    // A character has at most 18 others in a compatible form.
    interp.reserve(text.len().saturating_mul(4))?;
    let form = match args.at(0) {
        None => "nfc".to_string(),
        Some(Val::Sym(name)) => name.to_string(),
        Some(other) => interp.inspect(other)?,
    };
    let made: String = match form.as_str() {
        "nfc" => text.nfc().collect(),
        "nfd" => text.nfd().collect(),
        "nfkc" => text.nfkc().collect(),
        "nfkd" => text.nfkd().collect(),
        _ => return Err(interp.error("ArgumentError", format!("Invalid normalization form {form}."))),
    };
    interp.check_size(made.len())?;
    Ok(made)
}
