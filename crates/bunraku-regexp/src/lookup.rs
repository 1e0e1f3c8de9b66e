//! Fast lookup of the characters of a UTF-8 string in sets, and decoding of characters.

use crate::charset::CharSet;
use std::sync::Arc;

/// A set of bytes, to which the end of the string may belong as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSet {
    bits: [u64; 4],
    /// Whether the end of the string belongs to the set.
    pub end: bool,
}

/// A set of characters, prepared for fast lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetMatcher {
    ascii: [u64; 2],
    others: Others,
    /// The same set as ranges.
    pub set: Arc<CharSet>,
}

/// Which characters outside ASCII are in a set. Only for `Some` the ranges have to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    None,
    All,
    Some,
}

impl SetMatcher {
    /// Prepares a set for lookup.
    pub fn new(set: Arc<CharSet>) -> SetMatcher {
        let mut ascii = [0; 2];
        for byte in (0..128u32).filter(|&byte| set.contains(byte)) {
            ascii[byte as usize / 64] |= 1 << (byte % 64);
        }
        let others = match set.ranges().last() {
            Some(&(_, last)) if last >= 0x80 => {
                if set.ranges().iter().any(|&(a, b)| a <= 0x80 && b == crate::charset::LAST) {
                    Others::All
                } else {
                    Others::Some
                }
            }
            _ => Others::None,
        };
        SetMatcher { ascii, others, set }
    }

    /// The length in bytes of the character at `at` if it is in the set, or 0 if it is not.
    #[inline]
    pub fn len_at(&self, text: &[u8], at: usize) -> usize {
        match text.get(at) {
            Some(&byte) if byte < 128 => (self.ascii[usize::from(byte >> 6)] >> (byte & 63) & 1) as usize,
            Some(_) => self.other(text, at),
            None => 0,
        }
    }

    #[inline(never)]
    fn other(&self, text: &[u8], at: usize) -> usize {
        let (code, len) = decode(text, at);
        match self.others {
            Others::None => 0,
            Others::All => len,
            Others::Some => usize::from(self.set.contains(code)) * len,
        }
    }
}

impl ByteSet {
    /// The set without any bytes.
    pub const EMPTY: ByteSet = ByteSet { bits: [0; 4], end: false };

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.bits[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Adds the first bytes of all characters of a set.
    pub fn insert_leads(&mut self, set: &CharSet) {
        let lead = |code: u32| {
            // A range may start or end with a surrogate, which cannot be encoded, so the character after the surrogates is
            // used. At the end of a range that adds a byte too many. This is harmless, because the set only serves to rule
            // out attempts.
            let c = char::from_u32(code).unwrap_or('\u{E000}');
            c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or(0)
        };
        for &(first, last) in set.ranges() {
            // Bytes from 0x80 to 0xBF do not start a character.
            (lead(first)..=lead(last)).filter(|byte| byte & 0xC0 != 0x80).for_each(|byte| self.insert(byte));
        }
    }

    /// Whether a byte is in the set.
    #[inline]
    pub fn contains(&self, byte: u8) -> bool {
        self.bits[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Whether the byte at `at`, or the end of the string, is in the set.
    #[inline]
    pub fn admits(&self, text: &[u8], at: usize) -> bool {
        match text.get(at) {
            Some(&byte) => self.contains(byte),
            None => self.end,
        }
    }
}

/// The character that starts at `at`, and its length in bytes. At the end of the string they are 0 and 1.
#[inline]
pub fn decode(text: &[u8], at: usize) -> (u32, usize) {
    let byte = |i: usize| u32::from(text.get(at + i).copied().unwrap_or(0));
    let tail = |i: usize| byte(i) & 0x3F;
    match byte(0) {
        b @ 0..=0x7F => (b, 1),
        b @ 0x80..=0xDF => ((b & 0x1F) << 6 | tail(1), 2),
        b @ 0xE0..=0xEF => ((b & 0x0F) << 12 | tail(1) << 6 | tail(2), 3),
        b => ((b & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4),
    }
}

/// The start of the character that ends at `at`. `at` must not be 0.
#[inline]
pub fn previous(text: &[u8], at: usize) -> usize {
    let mut start = at.saturating_sub(1);
    while start > 0 && text.get(start).is_some_and(|byte| byte & 0xC0 == 0x80) {
        start -= 1;
    }
    start
}
