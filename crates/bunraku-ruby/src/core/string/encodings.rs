//! Encodings of strings, and the forms in which strings are dumped.

mod convert;
mod valid;
mod wide;

use std::rc::Rc;

use convert::encoded;

use super::{changeable, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::encoding::{self, Kind},
    show::inspect_text,
    value::{Form, RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("encoding", 0, 0, encoding_of),
    method("force_encoding", 1, 1, force_encoding),
    method("encode", 0, 3, encode),
    method("encode!", 0, 3, encode_in_place),
    method("valid_encoding?", 0, 0, valid::is_valid),
    method("ascii_only?", 0, 0, is_ascii),
    method("scrub", 0, 1, valid::scrub),
    method("scrub!", 0, 1, valid::scrub_in_place),
    method("unicode_normalize", 0, 1, valid::unicode_normalize),
    method("unicode_normalize!", 0, 1, valid::unicode_normalize_in_place),
    method("unicode_normalized?", 0, 1, valid::is_unicode_normalized),
    method("dump", 0, 0, dump),
    method("undump", 0, 0, undump),
];

fn encoding_of(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let binary = string(interp, this)?.form() == Form::Binary;
    encoding::named(interp, if binary { "ASCII-8BIT" } else { "UTF-8" })
}

/// Reinterprets the bytes in another encoding.
fn force_encoding(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let kind = encoding::kind(interp, &args.get(0))?;
    let bytes = string.to_bytes();
    match kind {
        Kind::Binary => string.become_copy_of(&RString::from_bytes(&bytes)),
        Kind::Utf8 | Kind::Ascii => string.become_copy_of(&RString::from_utf8(bytes)),
        Kind::Latin1 | Kind::Utf16 { .. } | Kind::Utf32 { .. } => return Err(not_kept(interp)),
    }
    Ok(this.clone())
}

fn not_kept(interp: &mut Interp<'_>) -> Box<crate::Unwind> {
    interp.refuse(
        "strings in encodings other than UTF-8 and ASCII-8BIT are not implemented",
        "name both encodings where the bytes are converted: `encode('UTF-8', 'ISO-8859-1')`",
    )
}

fn encode(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let text = encoded(interp, &string, args)?;
    Ok(Val::Str(Rc::new(text)))
}

fn encode_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let made = encoded(interp, &string, args)?;
    string.become_copy_of(&made);
    Ok(this.clone())
}

fn is_ascii(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(string(interp, this)?.get().is_ascii()))
}

/// The string as an ASCII literal.
fn dump(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    // At worst, what is shown and what is dumped are both twice as long.
    interp.reserve(string.get().len().saturating_mul(4))?;
    if string.is_binary() {
        return Ok(Val::str(inspect_text(&string.get(), true)));
    }
    let mut dumped = String::from('"');
    for piece in string.get().split_inclusive(|char: char| !char.is_ascii()) {
        let ascii = piece.trim_end_matches(|char: char| !char.is_ascii());
        let shown = inspect_text(ascii, true);
        dumped.push_str(shown.get(1..shown.len() - 1).unwrap_or(""));
        for char in piece.get(ascii.len()..).unwrap_or("").chars() {
            match u32::from(char) {
                number @ 0..0x10000 => dumped.push_str(&format!("\\u{number:04X}")),
                number => dumped.push_str(&format!("\\u{{{number:X}}}")),
            }
        }
    }
    dumped.push('"');
    Ok(Val::str(dumped))
}

/// The string that a dump represents.
fn undump(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let text = string(interp, this)?.text();
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Err(interp.error(
            "RuntimeError",
            "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form",
        ));
    };
    let mut bytes = Vec::with_capacity(inner.len());
    let (mut hex, mut unicode) = (false, false);
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            push_char(&mut bytes, char);
            continue;
        }
        match chars.next() {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('e') => bytes.push(0x1b),
            Some('a') => bytes.push(7),
            Some('b') => bytes.push(8),
            Some('v') => bytes.push(0xb),
            Some('f') => bytes.push(0xc),
            Some('x') => {
                hex = true;
                let digits: String = chars.by_ref().take(2).collect();
                bytes.extend(u8::from_str_radix(&digits, 16).ok());
            }
            Some('u') => {
                unicode = true;
                let rest = chars.as_str();
                let digits: String = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                    Some((digits, after)) => {
                        chars = after.chars();
                        digits.to_string()
                    }
                    None => chars.by_ref().take(4).collect(),
                };
                let char = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                push_char(&mut bytes, char.unwrap_or('\u{fffd}'));
            }
            Some(other) => push_char(&mut bytes, other),
            None => return Err(interp.error("RuntimeError", "invalid escape")),
        }
    }
    if hex && unicode {
        return Err(interp.error("RuntimeError", "hex escape and Unicode escape are mixed"));
    }
    Ok(Val::Str(Rc::new(RString::from_utf8(bytes))))
}

fn push_char(bytes: &mut Vec<u8>, char: char) {
    bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}
