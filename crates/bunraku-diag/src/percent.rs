//! Percent-encoding, for parts of URLs.

use std::fmt::Write as _;

/// Appends a string with all bytes encoded except letters, digits, `-._~` and the characters of `plain`.
pub fn encode(text: &str, plain: &[u8], out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || plain.contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// A string with all bytes encoded except letters, digits and `-._~`.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    encode(text, b"", &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_is_encoded() {
        assert_eq!(encoded("a-b_c.d~e"), "a-b_c.d~e");
        assert_eq!(encoded("a/b c?é%"), "a%2Fb%20c%3F%C3%A9%25");
        let mut path = String::new();
        encode("a/b:c", b"/", &mut path);
        assert_eq!(path, "a/b%3Ac");
    }
}
