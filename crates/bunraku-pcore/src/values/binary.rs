//! Sequences of bytes, and their base64 encodings as Ruby writes and reads them.

use base64ct::{Base64, Base64Url, Encoding};
use ecow::EcoVec;

/// A sequence of bytes as a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Binary(EcoVec<u8>);

impl Binary {
    /// A value from its bytes.
    pub fn new(bytes: impl IntoIterator<Item = u8>) -> Binary {
        Binary(bytes.into_iter().collect())
    }

    /// The bytes as a slice.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Decodes base64 strictly (RFC 4648): complete groups with padding, and no other characters.
    pub fn from_base64_strict(text: &str) -> Option<Binary> {
        Base64::decode_vec(text).ok().map(Binary::new)
    }

    /// Decodes base64 leniently (RFC 2045): other characters are skipped, and padding may be missing.
    pub fn from_base64(text: impl AsRef<[u8]>) -> Binary {
        Binary(decode_lenient(text.as_ref()))
    }

    /// Decodes the variant for URLs, with `-` and `_`. Padding may be missing.
    pub fn from_base64_url(text: &str) -> Option<Binary> {
        let mut plain = text.replace('-', "+").replace('_', "/");
        while !text.ends_with('=') && !plain.len().is_multiple_of(4) {
            plain.push('=');
        }
        Binary::from_base64_strict(&plain)
    }

    /// Base64 without line breaks. This is also the value as a string.
    pub fn to_base64_strict(&self) -> String {
        Base64::encode_string(&self.0)
    }

    /// Base64 with a line break after every 60 characters and at the end.
    pub fn to_base64(&self) -> String {
        let mut text = String::new();
        for line in self.0.chunks(45) {
            text.push_str(&Base64::encode_string(line));
            text.push('\n');
        }
        text
    }

    /// Base64 with `-` and `_` instead of `+` and `/`.
    pub fn to_base64_url(&self) -> String {
        Base64Url::encode_string(&self.0)
    }
}

/// Written by hand, because no library skips exactly what Ruby's `unpack('m')` skips.
fn decode_lenient(text: &[u8]) -> EcoVec<u8> {
    let mut bytes = EcoVec::new();
    let (mut word, mut count) = (0u32, 0usize);
    for byte in text {
        match sextet(*byte) {
            Some(six) => {
                word = word << 6 | u32::from(six);
                count += 1;
                if count == 4 {
                    push_bytes(&mut bytes, word, 3);
                    (word, count) = (0, 0);
                }
            }
            // Padding ends the input if a group may end here. Elsewhere it is skipped like any other character.
            None if *byte == b'=' && count >= 2 => break,
            None => {}
        }
    }
    match count {
        2 => push_bytes(&mut bytes, word >> 4, 1),
        3 => push_bytes(&mut bytes, word >> 2, 2),
        _ => {}
    }
    bytes
}

fn push_bytes(bytes: &mut EcoVec<u8>, word: u32, count: usize) {
    for index in (0..count).rev() {
        bytes.push((word >> (8 * index)) as u8);
    }
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in ["", "a", "ab", "abc", "abcd", "\u{ff}\u{fe}~~~"] {
            let binary = Binary::new(text.bytes());
            assert_eq!(Binary::from_base64_strict(&binary.to_base64_strict()), Some(binary.clone()));
            assert_eq!(Binary::from_base64_url(&binary.to_base64_url()), Some(binary.clone()));
            assert_eq!(Binary::from_base64(binary.to_base64()), binary);
        }
        assert_eq!(Binary::new(*b"hello").to_base64_strict(), "aGVsbG8=");
        assert_eq!(Binary::from_base64_strict("aGVsbG8"), None);
        assert_eq!(Binary::from_base64_strict("aGVsbG9="), None);
        assert_eq!(Binary::from_base64("a G V s*bG8"), Binary::new(*b"hello"));
        assert_eq!(Binary::from_base64_url("aGVsbG8"), Some(Binary::new(*b"hello")));
        assert_eq!(Binary::new([0u8; 46]).to_base64().lines().count(), 2);
    }
}
