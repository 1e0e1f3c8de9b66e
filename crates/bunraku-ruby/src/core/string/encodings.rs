//! Encodings of strings, and the forms in which strings are dumped.

mod valid;
mod wide;

use std::rc::Rc;

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

/// The replacement by the option `fallback:` of a character that the target encoding does not have.
fn fallback(interp: &mut Interp<'_>, args: &Args, char: char) -> R<Option<String>> {
    let Some(fallback) = args.option("fallback") else { return Ok(None) };
    match interp.call(&fallback, "[]", vec![Val::str(char)])? {
        Val::Nil => Ok(None),
        text => Ok(Some(interp.arg_str(&text)?)),
    }
}

/// Converts a string to another encoding. In one that strings cannot have here the result is a binary string with the
/// same bytes, which is what code encodes in Base64 or writes to a file.
fn encoded(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<RString> {
    let name = |index: usize| args.at(index).filter(|value| !matches!(value, Val::Hash(_))).cloned();
    let to = match name(0) {
        Some(name) => known_encoding(interp, &name, "UTF-8", None)?,
        None => Kind::Utf8,
    };
    let from = match name(1) {
        Some(name) => known_encoding(interp, &name, "", Some(&args.get(0)))?,
        None if string.form() == Form::Binary => Kind::Binary,
        None => Kind::Utf8,
    };
    let is = |name: &str, wanted: &str| matches!(args.option(name), Some(Val::Sym(value)) if value == wanted);
    let replace = match args.option("replace") {
        Some(text) => Some(interp.arg_str(&text)?),
        None => None,
    };
    let bytes = string.to_bytes();
    let text = match from {
        Kind::Latin1 => {
            interp.reserve(bytes.len().saturating_mul(2))?;
            bytes.iter().map(|byte| char::from(*byte)).collect()
        }
        Kind::Utf16 { .. } | Kind::Utf32 { .. } => match wide::decode(&bytes, from) {
            Some(text) => text,
            None => {
                let message = "the bytes are not a string in this encoding";
                return Err(interp.error("Encoding::InvalidByteSequenceError", message));
            }
        },
        _ if to == Kind::Binary && from == Kind::Binary => return Ok(string.copy()),
        Kind::Binary if is("undef", "replace") => {
            let mark = replace.clone().unwrap_or_else(|| "\u{fffd}".to_string());
            let mut text = String::new();
            for byte in &bytes {
                let char = [*byte];
                let plain = std::str::from_utf8(&char).unwrap_or(&mark);
                interp.append(&mut text, plain)?;
            }
            text
        }
        Kind::Binary => match bytes.iter().find(|byte| !byte.is_ascii()) {
            Some(byte) => {
                let message = format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8");
                return Err(interp.error("Encoding::UndefinedConversionError", message));
            }
            None => string.text(),
        },
        Kind::Utf8 | Kind::Ascii => match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if is("invalid", "replace") => {
                let mark = replace.as_deref().unwrap_or(valid::MARK);
                valid::scrubbed(interp, error.as_bytes(), |_, _| Ok(mark.to_string()))?
            }
            // From an encoding to itself there is nothing to convert, not even what is wrong.
            Err(error) if to == Kind::Utf8 => return Ok(RString::from_utf8(error.into_bytes())),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let byte = error.as_bytes().get(at).copied().unwrap_or(0);
                let message = format!("\"\\x{byte:02X}\" on UTF-8");
                return Err(interp.error("Encoding::InvalidByteSequenceError", message));
            }
        },
    };
    let text = line_ends(interp, text, args)?;
    let limit = match to {
        Kind::Utf8 => return Ok(RString::new(text)),
        Kind::Utf16 { .. } | Kind::Utf32 { .. } => {
            // A vector that grows doubles, and a string of bytes that are not text is a copy.
            interp.check_size(text.len().saturating_mul(4))?;
            return Ok(RString::from_bytes(&wide::encode(&text, to)));
        }
        Kind::Latin1 => 0x100,
        Kind::Ascii | Kind::Binary => 0x80,
    };
    let target = match to {
        Kind::Ascii => "US-ASCII",
        Kind::Latin1 => "ISO-8859-1",
        _ => "ASCII-8BIT",
    };
    interp.reserve(text.len())?;
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        if u32::from(char) < limit {
            interp.append(&mut result, char.encode_utf8(&mut [0; 4]))?;
        } else if is("undef", "replace") {
            interp.append(&mut result, replace.as_deref().unwrap_or("?"))?;
        } else if is("xml", "text") || is("xml", "attr") {
            interp.append(&mut result, &format!("&#x{:X};", u32::from(char)))?;
        } else if let Some(text) = fallback(interp, args, char)? {
            interp.append(&mut result, &text)?;
        } else {
            let message = format!("U+{:04X} from UTF-8 to {target}", u32::from(char));
            return Err(interp.error("Encoding::UndefinedConversionError", message));
        }
    }
    if to == Kind::Latin1 {
        let bytes: Vec<u8> = result.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
        return Ok(RString::from_bytes(&bytes));
    }
    let made = RString::new(result);
    if to == Kind::Binary {
        made.set_form(Form::Binary);
    }
    Ok(made)
}

/// An encoding that strings can be converted to or from.
fn known_encoding(interp: &mut Interp<'_>, name: &Val, from: &str, to: Option<&Val>) -> R<Kind> {
    if let Val::Str(text) = name
        && !encoding::exists(&text.get())
    {
        let shown = text.text();
        let message = match to {
            Some(to) => format!("code converter not found ({shown} to {})", interp.to_s(to)?),
            None => format!("code converter not found ({from} to {shown})"),
        };
        return Err(interp.error("Encoding::ConverterNotFoundError", message));
    }
    encoding::kind(interp, name)
}

/// Applies the options of `encode` for line ends and XML.
fn line_ends(interp: &mut Interp<'_>, mut text: String, args: &Args) -> R<String> {
    let set = |name: &str| args.option(name).is_some_and(|option| option.truthy());
    if set("universal_newline") {
        text = replaced(interp, &text, "\r\n", "\n")?;
        text = replaced(interp, &text, "\r", "\n")?;
    }
    if set("crlf_newline") {
        text = replaced(interp, &text, "\n", "\r\n")?;
    }
    let Some(Val::Sym(kind)) = args.option("xml") else { return Ok(text) };
    for (char, entity) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
        text = replaced(interp, &text, char, entity)?;
    }
    if kind != "attr" {
        return Ok(text);
    }
    for (char, entity) in [("\"", "&quot;"), ("'", "&apos;")] {
        text = replaced(interp, &text, char, entity)?;
    }
    interp.check_size(text.len() + 2)?;
    Ok(format!("\"{text}\""))
}

/// Replaces all occurrences of a text, if there is room for the result.
fn replaced(interp: &mut Interp<'_>, text: &str, from: &str, to: &str) -> R<String> {
    let more = to.len().saturating_sub(from.len());
    let length = text.len().saturating_add(text.matches(from).count().saturating_mul(more));
    // A string that grows may take twice as much.
    interp.check_growth(length)?;
    interp.reserve(length.saturating_mul(2))?;
    Ok(text.replace(from, to))
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
