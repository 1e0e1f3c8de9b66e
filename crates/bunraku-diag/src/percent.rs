//! Percent-encoding, for parts of URLs, and its decoding.

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

/// The bytes of an encoded string. A `%` that no two hexadecimal digits follow is literal; in forms and queries
/// (`plus_is_space`), `+` is a space.
pub fn decoded(text: &str, plus_is_space: bool) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'+', _) if plus_is_space => out.push(b' '),
            (b'%', [high, low, further @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = further;
                }
                _ => out.push(b'%'),
            },
            _ => out.push(byte),
        }
    }
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

    #[test]
    fn what_is_encoded_is_decoded() {
        assert_eq!(decoded(&encoded("a/b c?é%+"), true), "a/b c?é%+".as_bytes());
        assert_eq!(decoded("a+b%2b", true), b"a b+");
        assert_eq!(decoded("a+b%2B%ff%zz%4", false), b"a+b+\xff%zz%4");
    }
}
