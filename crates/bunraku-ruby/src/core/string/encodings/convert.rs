//! `encode`: strings in another encoding.

use std::string::FromUtf8Error;

use super::{valid, wide};
use crate::{
    Args, Interp, R,
    core::encoding::{self, Kind},
    value::{Form, RString, Val},
};

/// Converts a string to another encoding. In one that strings cannot have here the result is a binary string with the
/// same bytes, which is what code encodes in Base64 or writes to a file.
pub(super) fn encoded(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<RString> {
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
    let options = Options { args, replace: replacement(interp, args)? };
    let text = match from {
        Kind::Binary if to == Kind::Binary => return Ok(string.copy()),
        Kind::Binary => from_binary(interp, string, &options)?,
        Kind::Utf8 | Kind::Ascii => match String::from_utf8(string.to_bytes()) {
            Ok(text) => text,
            // From an encoding to itself there is nothing to convert, not even what is wrong.
            Err(error) if to == Kind::Utf8 && !options.is("invalid", "replace") => {
                return Ok(RString::from_utf8(error.into_bytes()));
            }
            Err(error) => repaired(interp, &error, &options)?,
        },
        Kind::Latin1 => {
            let bytes = string.to_bytes();
            interp.reserve(bytes.len().saturating_mul(2))?;
            bytes.iter().map(|byte| char::from(*byte)).collect()
        }
        Kind::Utf16 { .. } | Kind::Utf32 { .. } => {
            wide::decode(&string.to_bytes(), from).ok_or_else(|| {
                let message = "the bytes are not a string in this encoding";
                interp.error("Encoding::InvalidByteSequenceError", message)
            })?
        }
    };
    let text = line_ends(interp, text, args)?;
    match to {
        Kind::Utf8 => Ok(RString::new(text)),
        Kind::Utf16 { .. } | Kind::Utf32 { .. } => {
            // A vector that grows doubles, and a string of bytes that are not text is a copy.
            interp.check_size(text.len().saturating_mul(4))?;
            Ok(RString::from_bytes(&wide::encode(&text, to)))
        }
        Kind::Latin1 => {
            let text = narrowed(interp, &text, (0x100, "ISO-8859-1"), &options)?;
            let bytes: Vec<u8> = text.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
            Ok(RString::from_bytes(&bytes))
        }
        Kind::Ascii => Ok(RString::new(narrowed(interp, &text, (0x80, "US-ASCII"), &options)?)),
        Kind::Binary => {
            let made = RString::new(narrowed(interp, &text, (0x80, "ASCII-8BIT"), &options)?);
            made.set_form(Form::Binary);
            Ok(made)
        }
    }
}

/// What to do with characters and bytes that cannot be converted.
struct Options<'a> {
    args: &'a Args,
    /// The option `replace:`.
    replace: Option<String>,
}

impl Options<'_> {
    fn is(&self, name: &str, wanted: &str) -> bool {
        matches!(self.args.option(name), Some(Val::Sym(value)) if value == wanted)
    }
}

fn replacement(interp: &mut Interp<'_>, args: &Args) -> R<Option<String>> {
    args.option("replace").map(|text| interp.arg_str(&text)).transpose()
}

/// The text of a binary string, whose bytes beyond ASCII are not characters.
fn from_binary(interp: &mut Interp<'_>, string: &RString, options: &Options<'_>) -> R<String> {
    let bytes = string.to_bytes();
    let Some(byte) = bytes.iter().find(|byte| !byte.is_ascii()) else { return Ok(string.text()) };
    if !options.is("undef", "replace") {
        let message = format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8");
        return Err(interp.error("Encoding::UndefinedConversionError", message));
    }
    let mark = options.replace.as_deref().unwrap_or("\u{fffd}");
    let mut text = String::new();
    for byte in &bytes {
        let char = [*byte];
        interp.append(&mut text, std::str::from_utf8(&char).unwrap_or(mark))?;
    }
    Ok(text)
}

/// The text of bytes that are not valid UTF-8, if what is wrong is to be replaced.
fn repaired(interp: &mut Interp<'_>, error: &FromUtf8Error, options: &Options<'_>) -> R<String> {
    if options.is("invalid", "replace") {
        let mark = options.replace.as_deref().unwrap_or(valid::MARK);
        return valid::scrubbed(interp, error.as_bytes(), |_, _| Ok(mark.to_string()));
    }
    let byte = error.as_bytes().get(error.utf8_error().valid_up_to()).copied().unwrap_or(0);
    let message = format!("\"\\x{byte:02X}\" on UTF-8");
    Err(interp.error("Encoding::InvalidByteSequenceError", message))
}

/// A string with only the characters below a limit, which are those of an encoding.
fn narrowed(
    interp: &mut Interp<'_>,
    text: &str,
    (limit, target): (u32, &str),
    options: &Options<'_>,
) -> R<String> {
    interp.reserve(text.len())?;
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        if u32::from(char) < limit {
            interp.append(&mut result, char.encode_utf8(&mut [0; 4]))?;
        } else if options.is("undef", "replace") {
            interp.append(&mut result, options.replace.as_deref().unwrap_or("?"))?;
        } else if options.is("xml", "text") || options.is("xml", "attr") {
            interp.append(&mut result, &format!("&#x{:X};", u32::from(char)))?;
        } else if let Some(text) = fallback(interp, options.args, char)? {
            interp.append(&mut result, &text)?;
        } else {
            let message = format!("U+{:04X} from UTF-8 to {target}", u32::from(char));
            return Err(interp.error("Encoding::UndefinedConversionError", message));
        }
    }
    Ok(result)
}

/// The replacement by the option `fallback:` of a character that the target encoding does not have.
fn fallback(interp: &mut Interp<'_>, args: &Args, char: char) -> R<Option<String>> {
    let Some(fallback) = args.option("fallback") else { return Ok(None) };
    match interp.call(&fallback, "[]", vec![Val::str(char)])? {
        Val::Nil => Ok(None),
        text => Ok(Some(interp.arg_str(&text)?)),
    }
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
