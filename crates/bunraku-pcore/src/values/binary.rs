//! Sequences of bytes, and their base64 encodings as Ruby writes and reads them.

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
        decode_strict(text.as_bytes())
    }

    /// Decodes base64 leniently (RFC 2045): other characters are skipped, and padding may be missing.
    pub fn from_base64(text: &str) -> Binary {
        Binary(decode_lenient(text.as_bytes()))
    }

    /// Decodes the variant for URLs, with `-` and `_`. Padding may be missing.
    pub fn from_base64_url(text: &str) -> Option<Binary> {
        let mut plain: Vec<u8> = text
            .bytes()
            .map(|byte| match byte {
                b'-' => b'+',
                b'_' => b'/',
                byte => byte,
            })
            .collect();
        if !plain.ends_with(b"=") {
            plain.resize(plain.len().next_multiple_of(4), b'=');
        }
        decode_strict(&plain)
    }

    /// Base64 without line ends. This is also the value as a string.
    pub fn to_base64_strict(&self) -> String {
        encode(&self.0, STANDARD)
    }

    /// Base64 with a line end after every 60 characters and at the end.
    pub fn to_base64(&self) -> String {
        let mut text = String::new();
        for line in self.0.chunks(45) {
            text.push_str(&encode(line, STANDARD));
            text.push('\n');
        }
        text
    }

    /// Base64 with `-` and `_` instead of `+` and `/`.
    pub fn to_base64_url(&self) -> String {
        encode(&self.0, URL)
    }
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn encode(bytes: &[u8], alphabet: &[u8; 64]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for index in 0..4 {
            if index <= group.len() {
                let six = (word >> (18 - 6 * index)) & 63;
                text.push(char::from(alphabet[six as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

fn decode_strict(text: &[u8]) -> Option<Binary> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = EcoVec::with_capacity(text.len() / 4 * 3);
    let last = (text.len() / 4).saturating_sub(1);
    for (index, group) in text.chunks_exact(4).enumerate() {
        let padding = group.iter().rev().take_while(|byte| **byte == b'=').count();
        if padding > 2 || padding > 0 && index != last {
            return None;
        }
        let mut word = 0u32;
        for byte in group.iter().take(4 - padding) {
            word = word << 6 | u32::from(sextet(*byte)?);
        }
        // Bits that are not part of a byte must be zero, so that every value has a single encoding.
        if word.trailing_zeros() < 2 * padding as u32 && padding > 0 {
            return None;
        }
        let word = word << (6 * padding) >> (8 * padding);
        push_bytes(&mut bytes, word, 3 - padding);
    }
    Some(Binary(bytes))
}

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
            // Padding ends the input where a group may end. Elsewhere it is skipped like any other character.
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
            assert_eq!(Binary::from_base64(&binary.to_base64()), binary);
        }
        assert_eq!(Binary::new(*b"hello").to_base64_strict(), "aGVsbG8=");
        assert_eq!(Binary::from_base64_strict("aGVsbG8"), None);
        assert_eq!(Binary::from_base64_strict("aGVsbG9="), None);
        assert_eq!(Binary::from_base64("a G V s*bG8"), Binary::new(*b"hello"));
        assert_eq!(Binary::from_base64_url("aGVsbG8"), Some(Binary::new(*b"hello")));
        assert_eq!(Binary::new([0u8; 46]).to_base64().lines().count(), 2);
    }
}
