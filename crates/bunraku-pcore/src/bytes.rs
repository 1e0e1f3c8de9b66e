//! Bytes that are not UTF-8 inside strings.
//!
//! A [`Value::ByteStr`](crate::Value::ByteStr) may contain any bytes, like a string in Ruby. Bytes that are not part of
//! UTF-8 are represented by characters of Unicode's last private-use plane, one each, which no text uses.

use std::borrow::Cow;

use crate::Str;

/// The character that represents the byte 0.
const FIRST: u32 = 0x10_FF00;

/// The first UTF-8 byte of all these characters.
const LEAD: u8 = 0xF4;

/// Converts bytes to a string.
pub fn to_str(bytes: &[u8]) -> Str {
    let mut text = Str::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    text
}

/// Converts a string back to bytes.
pub fn of_str(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&LEAD) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut buffer = [0; 4];
    for char in text.chars() {
        match u32::from(char).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(char.encode_utf8(&mut buffer).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in
            [&b""[..], b"abc", "äöü€😀".as_bytes(), b"\xff", b"a\xc3", b"\xc3\xa9\xff\xfe\x80b", &all]
        {
            assert_eq!(&*of_str(&to_str(bytes)), bytes);
        }
    }

    #[test]
    fn text_is_held_as_it_is() {
        assert_eq!(to_str("aé\u{10000}".as_bytes()), "aé\u{10000}");
        assert_eq!(to_str(b"a\xff").chars().count(), 2);
    }
}
