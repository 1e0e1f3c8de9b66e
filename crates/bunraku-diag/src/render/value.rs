//! JSON values, as far as output needs them.

use std::fmt::{self, Display, Formatter, Write};

/// A JSON value; written out by `Display`, on one line.
pub(super) enum Json {
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
    pub(super) fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => write_string(f, text),
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
                    f.write_str(if index == 0 { "" } else { "," })?;
                    write_string(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn write_string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for char in text.chars() {
        match char {
            '"' => f.write_str("\\\""),
            '\\' => f.write_str("\\\\"),
            '\n' => f.write_str("\\n"),
            '\r' => f.write_str("\\r"),
            '\t' => f.write_str("\\t"),
            // Control characters must be escaped; the two separators would end a line for JavaScript.
            '\0'..='\x1f' | '\x7f' | '\u{2028}' | '\u{2029}' => write!(f, "\\u{:04x}", char as u32),
            _ => f.write_char(char),
        }?;
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn strings_are_escaped() {
        let text = Json::text("a\"b\\c\n\t\r\u{1b}\u{2028}é");
        assert_eq!(text.to_string(), r#""a\"b\\c\n\t\r\u001b\u2028é""#);
    }

    #[test]
    fn values_nest() {
        let value = Json::Object(vec![
            ("a", Json::List(vec![Json::Null, Json::Number(1)])),
            ("b", Json::Object(Vec::new())),
        ]);
        assert_eq!(value.to_string(), r#"{"a":[null,1],"b":{}}"#);
    }
}
