//! Strings in pages. This is the only HTML escaper of the workspace.

/// Appends a string, escaped for text and for attributes in quotes. Control characters, which HTML does not allow, are
/// replaced.
pub fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(char),
            char if char.is_control() => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
}

/// The string as [`escape`] appends it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}
