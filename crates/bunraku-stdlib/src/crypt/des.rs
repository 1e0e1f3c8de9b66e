//! The oldest password hash: DES with a salt of two letters, and its extension with a configurable number of rounds.

use super::{DIGITS, append};

/// The number of encryptions in the traditional hash.
const ROUNDS: u32 = 25;

/// Hashes a password with a salt of two letters. Only the first eight bytes of the password count.
pub(super) fn traditional(password: &[u8], salt: &str) -> Option<String> {
    let salt = salt.get(..2)?;
    let key = Key::new(block_of(password));
    let block = key.encrypt(0, number(salt)?, ROUNDS);
    Some(written(salt, block))
}

/// The extended hash: `_` followed by four letters each for the rounds and the salt. The whole password counts.
pub(super) fn extended(password: &[u8], setting: &str) -> Option<String> {
    let setting = setting.get(..9)?;
    let (rounds, salt) = (number(setting.get(1..5)?)?, number(setting.get(5..)?)?);
    let mut parts = password.chunks(8);
    let mut block = block_of(parts.next().unwrap_or_default());
    for part in parts {
        block = Key::new(block).encrypt(block, 0, 1) ^ block_of(part);
    }
    (rounds > 0).then(|| written(setting, Key::new(block).encrypt(0, salt, rounds)))
}

/// The number of rounds in a setting of the extended hash.
pub(super) fn rounds(setting: &str) -> Option<u32> {
    number(setting.get(1..5)?)
}

/// Decodes Base64 digits, lowest first.
fn number(digits: &str) -> Option<u32> {
    digits.bytes().rev().try_fold(0, |number, byte| {
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        Some(number << 6 | digit as u32)
    })
}

/// Seven bits of each of eight bytes; the last bit of each is for parity, which is ignored.
fn block_of(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().chain(std::iter::repeat(&0)).take(8);
    bytes.fold(0, |block, byte| block << 8 | u64::from(byte << 1))
}

fn written(salt: &str, block: u64) -> String {
    let mut text = salt.to_owned();
    // Eleven digits, the highest bits first: 64 bits and two zeros.
    for index in 0..11 {
        let digit = if index < 10 { block >> (58 - 6 * index) } else { block << 2 };
        append(digit as u32 & 0x3f, 1, &mut text);
    }
    text
}

/// The keys of the sixteen rounds of DES.
struct Key([u64; 16]);

impl Key {
    fn new(key: u64) -> Key {
        let halves = permuted(key, 64, &KEY_TO_HALVES);
        let (mut left, mut right) = (halves >> 28, halves & 0xfff_ffff);
        let rotated = |half: u64, by: u32| (half << by | half >> (28 - by)) & 0xfff_ffff;
        let mut keys = [0; 16];
        for (key, shift) in keys.iter_mut().zip(SHIFTS) {
            (left, right) = (rotated(left, shift), rotated(right, shift));
            *key = permuted(left << 28 | right, 56, &HALVES_TO_KEY);
        }
        Key(keys)
    }

    /// Encrypts a block this many times. The salt swaps bits where DES repeats them.
    fn encrypt(&self, block: u64, salt: u32, rounds: u32) -> u64 {
        let salt = u64::from(salt.reverse_bits() >> 8);
        let block = permuted(block, 64, &BEFORE);
        let (mut left, mut right) = (block >> 32, block & 0xffff_ffff);
        for _ in 0..rounds {
            for key in self.0 {
                let wide = permuted(right, 32, &WIDENED);
                let swapped = (wide >> 24 ^ wide) & salt;
                let mixed = substituted(wide ^ swapped << 24 ^ swapped ^ key);
                (left, right) = (right, left ^ permuted(mixed, 32, &MIXED));
            }
            (left, right) = (right, left);
        }
        permuted(left << 32 | right, 64, &AFTER)
    }
}

/// Selects bits of a number with `width` bits, numbered from the highest as 1.
fn permuted(bits: u64, width: u32, picked: &[u8]) -> u64 {
    picked.iter().fold(0, |result, place| result << 1 | bits >> (width - u32::from(*place)) & 1)
}

/// Four bits for each six.
fn substituted(bits: u64) -> u64 {
    BOXES.iter().enumerate().fold(0, |result, (index, part)| {
        let six = bits >> (42 - 6 * index) & 0x3f;
        // The outer bits are the row, the inner ones the column.
        let row = six >> 4 & 2 | six & 1;
        let at = (row * 16 + (six >> 1 & 0xf)) as usize;
        result << 4 | part.get(at).copied().map_or(0, u64::from)
    })
}

// The tables of the standard.
const SHIFTS: [u32; 16] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];

const BEFORE: [u8; 64] = [
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48,
    40, 32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21,
    13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
];

const AFTER: [u8; 64] = [
    40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45,
    13, 53, 21, 61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18,
    58, 26, 33, 1, 41, 9, 49, 17, 57, 25,
];

const WIDENED: [u8; 48] = [
    32, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 8, 9, 10, 11, 12, 13, 12, 13, 14, 15, 16, 17, 16, 17, 18, 19, 20,
    21, 20, 21, 22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1,
];

const MIXED: [u8; 32] = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6,
    22, 11, 4, 25,
];

const KEY_TO_HALVES: [u8; 56] = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44,
    36, 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20,
    12, 4,
];

const HALVES_TO_KEY: [u8; 48] = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37,
    47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
];

const BOXES: [[u8; 64]; 8] = [
    [
        14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5,
        3, 8, 4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14,
        10, 0, 6, 13,
    ],
    [
        15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9,
        11, 5, 0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12,
        0, 5, 14, 9,
    ],
    [
        10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11,
        15, 1, 13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3,
        11, 5, 2, 12,
    ],
    [
        7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10,
        14, 9, 10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11,
        12, 7, 2, 14,
    ],
    [
        2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9,
        8, 6, 4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9,
        10, 4, 5, 3,
    ],
    [
        12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11,
        3, 8, 9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7,
        6, 0, 8, 13,
    ],
    [
        4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15,
        8, 6, 1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15,
        14, 2, 3, 12,
    ],
    [
        13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14,
        9, 2, 7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0,
        3, 5, 6, 11,
    ],
];
