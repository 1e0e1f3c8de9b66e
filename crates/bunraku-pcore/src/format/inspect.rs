//! Values as Ruby's methods `to_s` and `inspect` write them, which is what `sprintf` does for `%s` and `%p`.

use bunraku_edition::TypeRules;

use crate::text::to_text;
use crate::{Str, Value};

/// A value as `%s` writes it: strings as they are, collections in Ruby's syntax.
pub fn to_s(rules: &TypeRules, value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Hash(_) => inspect(rules, value),
        Value::Regexp(regexp) => regexp.to_s(),
        value => to_text(rules, value),
    }
}

/// A value as `%p` writes it, in Ruby's syntax: strings in double quotes, and `nil` for undef.
pub fn inspect(rules: &TypeRules, value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_string(),
        Value::Default => ":default".to_string(),
        Value::Str(text) | Value::ByteStr(text) => inspect_str(text),
        Value::Array(array) => {
            let elements: Vec<String> = array.iter().map(|element| inspect(rules, element)).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(hash) => {
            let entries: Vec<String> = hash
                .iter()
                .map(|(key, value)| format!("{}=>{}", inspect(rules, key), inspect(rules, value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Sensitive(_) => format!("#<{}>", to_text(rules, value)),
        Value::VersionRange(range) => range.inspect(),
        Value::Runtime(object) => {
            object.as_symbol().map_or_else(|| object.text().to_string(), inspect_symbol)
        }
        // Ruby would write the address of the object, which is different each time. This form at least is stable.
        Value::Timespan(time) => format!("Timespan('{}')", time.text()),
        Value::Timestamp(time) => format!("Timestamp('{}')", time.text()),
        value => to_text(rules, value),
    }
}

/// A symbol, quoted if it is not a plain name.
fn inspect_symbol(name: &Str) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|char| char.is_alphabetic() || char == '_')
        && chars.all(|char| char.is_alphanumeric() || char == '_');
    format!(":{}", if plain { name.to_string() } else { inspect_str(name) })
}

fn inspect_str(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(char);
            }
            // A `#` is escaped only where it would start an interpolation.
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => quoted.push_str("\\#"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{1b}' => quoted.push_str("\\e"),
            char if (char as u32) < 0x20 || char == '\u{7f}' => {
                quoted.push_str(&format!("\\x{:02X}", char as u32));
            }
            char if char.is_control() => quoted.push_str(&format!("\\u{:04X}", char as u32)),
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}
