//! Strings as JSON, and objects for tools. This is the one escaper of the workspace; it is here because everything that
//! writes JSON has this crate below it.

use std::fmt::{self, Display, Formatter, Write};

/// Appends a string in double quotes, with the escapes that Ruby's `json` library writes.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    escape(text, out);
    out.push('"');
}

/// Appends a string as [`quote`] does, without the quotes. What needs no escape is copied in one piece.
pub fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = first_special(rest.as_bytes()) {
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
    }
    out.push_str(rest);
}

/// A value that is written for tools by `Display`, on one line. In its strings some characters are escaped that JSON
/// allows: a terminal would not show `DEL`, and JavaScript takes the two separators for ends of lines.
pub enum Json {
    /// `null`.
    Null,
    /// A whole number.
    Number(u32),
    /// A string, not yet escaped.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, its members in the order given.
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// A string.
    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }
}

impl<T: Into<String>> From<Option<T>> for Json {
    /// A string, or `null`.
    fn from(text: Option<T>) -> Json {
        text.map_or(Json::Null, Json::text)
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => f.write_str(&visible(text)),
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

/// A string in double quotes in which every character can be seen.
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

/// Where the first byte is that needs an escape. Most strings have none, so that sixteen bytes are looked at together,
/// which the compiler turns into one step for all of them.
fn first_special(bytes: &[u8]) -> Option<usize> {
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
    let at = bytes.get(start..)?.iter().position(|byte| SPECIAL.get(usize::from(*byte)) == Some(&true))?;
    Some(start + at)
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
        let text = Json::text("a\"b\\c\n\t\r\u{1b}\u{2028}é\u{7f}");
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
            for at in 0..20 {
                let mut bytes = [b'a'; 20];
                bytes[at] = byte;
                let expected = (byte < b' ' || byte == b'"' || byte == b'\\').then_some(at);
                assert_eq!(first_special(&bytes), expected, "byte {byte} at {at}");
            }
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
