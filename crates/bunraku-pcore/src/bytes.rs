//! Bytes that are not UTF-8 inside strings.
//!
//! A [`Value::ByteStr`](crate::Value::ByteStr) may hold any bytes, as a string does in Ruby. Those that are not part of
//! UTF-8 are held as characters of the last private plane of Unicode, a character each, which no text uses.

use std::borrow::Cow;

use crate::Str;

/// The character that stands for the byte 0.
const FIRST: u32 = 0x10_FF00;

/// The UTF-8 that all such characters begin with.
const LEAD: u8 = 0xF4;

/// A string that holds bytes.
pub fn to_str(bytes: &[u8]) -> Str {
    let mut text = Str::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    text
}

/// The bytes that a string holds.
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
