//! Values as JSON text, for explanations and tools.

use bunraku_pcore::{Value, number};

/// A value as JSON on one line; what JSON does not know is written as its text.
pub fn to_json(value: &Value) -> String {
    let mut text = String::new();
    append(value, &mut text);
    text
}

/// Appends a text as a JSON string.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            char if char < ' ' || char == '\u{7f}' => out.push_str(&format!("\\u{:04x}", char as u32)),
            char => out.push(char),
        }
    }
    out.push('"');
}

/// Appends a value.
pub(crate) fn append(value: &Value, out: &mut String) {
    match value {
        Value::Undef => out.push_str("null"),
        Value::Bool(bool) => out.push_str(if *bool { "true" } else { "false" }),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::Big(number) => out.push_str(&number.to_string()),
        Value::Float(number) if number.is_finite() => out.push_str(&number::float_text(*number)),
        Value::Str(text) => quote(text, out),
        Value::Array(array) => {
            out.push('[');
            for (index, value) in array.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                append(value, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                quote(&text_of(key), out);
                out.push(':');
                append(value, out);
            }
            out.push('}');
        }
        value => quote(&text_of(value), out),
    }
}

fn text_of(value: &Value) -> String {
    bunraku_pcore::format::ruby_text(&bunraku_edition::PUPPET8.types, value)
}
