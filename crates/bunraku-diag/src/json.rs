//! JSON strings, and objects for tools. This is the only JSON escaper of the workspace; it is here because everything
//! that writes JSON depends on this crate.

use std::fmt::{self, Display, Formatter, Write};

/// Appends a string in double quotes, with the escapes of Ruby's `json` library.
pub fn quote(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    escape(text, out);
    out.push('"');
}

/// Appends a string like [`quote`], without the quotes. Most strings have no escapes, and are copied at once.
#[inline]
pub fn escape(text: &str, out: &mut String) {
    match first_special(text.as_bytes()) {
        None => out.push_str(text),
        Some(first) => escape_from(text, first, out),
    }
}

/// Appends a string whose first character with an escape is known. Runs without escapes are copied at once.
#[cold]
#[inline(never)]
fn escape_from(text: &str, first: usize, out: &mut String) {
    let (mut rest, mut found) = (text, Some(first));
    while let Some(at) = found {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{c}') => out.push_str("\\f"),
            Some(control) => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            None => {}
        }
        rest = characters.as_str();
        found = first_special(rest.as_bytes());
    }
    out.push_str(rest);
}

/// Appends an integer.
pub fn integer(number: i64, out: &mut String) {
    let mut digits = [0; 20];
    let (mut start, mut rest) = (digits.len(), number.unsigned_abs());
    for (at, digit) in digits.iter_mut().enumerate().rev() {
        *digit = b'0' + (rest % 10) as u8;
        (start, rest) = (at, rest / 10);
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    out.extend(digits.iter().skip(start).map(|digit| char::from(*digit)));
}

/// A value for tools. `Display` writes it on one line, or indented with `{:#}`. In its strings, some characters are
/// escaped that JSON allows: a terminal would not show `DEL`, and JavaScript treats the two separators as line breaks.
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A non-negative integer.
    Number(u32),
    /// A string, not yet escaped.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, with its members in the given order.
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// A string.
    pub fn string(string: impl Into<String>) -> Json {
        Json::Text(string.into())
    }
}

impl<T: Into<String>> From<Option<T>> for Json {
    /// A string, or `null`.
    fn from(text: Option<T>) -> Json {
        text.map_or(Json::Null, Json::string)
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => f.write_str(&visible(text)),
            Json::List(values) if f.alternate() => {
                let values = values.iter().map(|value| format!("{value:#}"));
                f.write_str(&indented('[', values, ']'))
            }
            Json::Object(members) if f.alternate() => {
                let members = members.iter().map(|(name, value)| format!("{}: {value:#}", visible(name)));
                f.write_str(&indented('{', members, '}'))
            }
            Json::List(values) => {
                f.write_char('[')?;
                for (index, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if index == 0 { "" } else { "," })?;
                }
                f.write_char(']')
            }
            Json::Object(members) => {
                f.write_char('{')?;
                for (index, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{}:{value}", if index == 0 { "" } else { "," }, visible(name))?;
                }
                f.write_char('}')
            }
        }
    }
}

/// A list on several lines; an empty one on a single line.
fn indented(open: char, items: impl Iterator<Item = String>, close: char) -> String {
    let items: Vec<String> = items.map(|item| format!("\n  {}", item.replace('\n', "\n  "))).collect();
    let end = if items.is_empty() { "" } else { "\n" };
    format!("{open}{}{end}{close}", items.join(","))
}

/// A string in double quotes in which every character is visible.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(['\x7f', '\u{2028}', '\u{2029}']) {
        let (plain, special) = rest.split_at(at);
        escape(plain, &mut out);
        let mut characters = special.chars();
        let code = characters.next().map_or(0, u32::from);
        let _ = write!(out, "\\u{code:04x}");
        rest = characters.as_str();
    }
    escape(rest, &mut out);
    out.push('"');
    out
}

/// The first byte of a string that needs an escape: a control character, a quote or a backslash. Most strings have
/// none, so sixteen bytes are checked at once, which the
/// compiler vectorizes, and shorter strings eight at a time.
pub fn first_special(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    for block in bytes.as_chunks::<16>().0 {
        let special = |any: u8, byte: &u8| {
            any | u8::from(*byte < b' ') | u8::from(*byte == b'"') | u8::from(*byte == b'\\')
        };
        if block.iter().fold(0, special) != 0 {
            break;
        }
        start += 16;
    }
    let rest = bytes.get(start..)?;
    if is_short_and_plain(rest) {
        return None;
    }
    let at = rest.iter().position(|byte| SPECIAL.get(usize::from(*byte)) == Some(&true))?;
    Some(start + at)
}

/// Whether there are four to sixteen bytes, none of which needs an escape. The first and the last eight (or four) cover
/// all of them; some are checked twice.
fn is_short_and_plain(bytes: &[u8]) -> bool {
    if bytes.len() > 16 {
        return false;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return !has_special(u64::from_le_bytes(*first)) && !has_special(u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let first = u64::from(u32::from_le_bytes(*first));
        return !has_special(first << 32 | u64::from(u32::from_le_bytes(*last)));
    }
    false
}

/// Whether one of eight bytes needs an escape. Subtracting borrows from the highest bit of a byte that is too small,
/// and a byte equals another if their difference is smaller than one; a borrow from a neighbour can only follow a hit.
fn has_special(bytes: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let below = |bytes: u64, limit: u64| bytes.wrapping_sub(ONES * limit) & !bytes;
    let equal = |byte: u8| below(bytes ^ (ONES * u64::from(byte)), 1);
    (below(bytes, u64::from(b' ')) | equal(b'"') | equal(b'\\')) & HIGH != 0
}

/// The bytes that need an escape.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let (controls, _) = special.split_at_mut(32);
    let mut index = 0;
    while index < controls.len() {
        controls[index] = true;
        index += 1;
    }
    special[b'"' as usize] = true;
    special[b'\\' as usize] = true;
    special
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let text = Json::string("a\"b\\c\n\t\r\u{1b}\u{2028}é\u{7f}");
        assert_eq!(text.to_string(), r#""a\"b\\c\n\t\r\u001b\u2028é\u007f""#);
        let mut out = String::new();
        quote("a\"b\\c\n\t\r\u{8}\u{c}\u{1b}\u{2028}é\u{7f}", &mut out);
        assert_eq!(out, "\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u001b\u{2028}é\u{7f}\"");
    }

    #[test]
    fn values_nest() {
        let value = Json::Object(vec![
            ("a", Json::List(vec![Json::Null, Json::Number(1)])),
            ("b", Json::Object(Vec::new())),
        ]);
        assert_eq!(value.to_string(), r#"{"a":[null,1],"b":{}}"#);
    }

    #[test]
    fn every_byte_is_found_at_every_place() {
        for byte in 0..=255_u8 {
            for (length, at) in (1..36).flat_map(|length| (0..length).map(move |at| (length, at))) {
                let mut bytes = vec![b'a'; length];
                bytes[at] = byte;
                let expected = (byte < b' ' || byte == b'"' || byte == b'\\').then_some(at);
                assert_eq!(first_special(&bytes), expected, "byte {byte} at {at} of {length}");
            }
        }
    }

    #[test]
    fn whole_numbers() {
        for number in [0, 7, -7, 10, 1_234_567, i64::MAX, i64::MIN] {
            let mut out = String::new();
            integer(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }

    #[test]
    fn neighbours_of_a_special_byte_change_nothing() {
        for bytes in [&b"\"!######"[..], b"!\"######", b" \x1f######", b"\\]######", b"]]!!\\]]]"] {
            let expected = bytes.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\');
            assert_eq!(first_special(bytes), expected, "{bytes:?}");
        }
    }
}
