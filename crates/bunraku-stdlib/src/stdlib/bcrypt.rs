//! bcrypt: the hash of passwords that is made of the cipher Blowfish.

use std::sync::OnceLock;

use num_bigint::BigUint;

const DIGITS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The hash for a salt that begins with the cost; nothing if the cost is none.
pub(crate) fn hash(prefix: &str, salt: &str, password: &[u8]) -> Option<String> {
    let cost: u32 = salt.get(..2)?.parse().ok().filter(|cost| (4..=31).contains(cost))?;
    let digits = salt.get(3..25)?;
    let salt = decode(digits.as_bytes())?;
    let mut key = password.to_vec();
    key.push(0);
    let mut cipher = Blowfish::new();
    let key = words(&key, prefix == "2x");
    let salt_words = words(&salt, false);
    cipher.expand(&salt_words, &key);
    let empty = [0; 18];
    for _ in 0..1u64 << cost {
        cipher.expand(&empty, &key);
        cipher.expand(&empty, &salt_words);
    }
    let mut text: Vec<u32> = b"OrpheanBeholderScryDoubt".chunks(4).map(word).collect();
    for _ in 0..64 {
        for pair in text.chunks_mut(2) {
            if let [left, right] = pair {
                (*left, *right) = cipher.encrypt(*left, *right);
            }
        }
    }
    let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_be_bytes()).take(23).collect();
    // Of the last digit of the salt only the bits that count are kept.
    Some(format!("${prefix}${cost:02}${}{}", encode(&salt), encode(&bytes)))
}

fn word(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Bytes over and over as 18 words. An old program took bytes for signed, and the kind `2x` still does.
fn words(bytes: &[u8], signed: bool) -> [u32; 18] {
    let mut bytes = bytes.iter().cycle();
    let mut next = || {
        let byte = bytes.next().copied().unwrap_or(0);
        if signed { i32::from(byte as i8) as u32 } else { u32::from(byte) }
    };
    std::array::from_fn(|_| (0..4).fold(0, |word, _| word << 8 | next()))
}

fn decode(digits: &[u8]) -> Option<[u8; 16]> {
    let mut bits = 0u32;
    let mut count = 0;
    let mut bytes = Vec::with_capacity(17);
    for digit in digits {
        let value = DIGITS.iter().position(|known| known == digit)?;
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes.truncate(16);
    bytes.try_into().ok()
}

fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..=chunk.len() {
            let digit = (bits >> (18 - 6 * index) & 0x3f) as usize;
            text.extend(DIGITS.get(digit).map(|byte| char::from(*byte)));
        }
    }
    text
}

struct Blowfish {
    keys: [u32; 18],
    boxes: Vec<u32>,
}

impl Blowfish {
    fn new() -> Blowfish {
        let pi = pi();
        let keys = std::array::from_fn(|index| pi.get(index).copied().unwrap_or(0));
        Blowfish { keys, boxes: pi.get(18..).unwrap_or_default().to_vec() }
    }

    fn encrypt(&self, left: u32, right: u32) -> (u32, u32) {
        let substitute = |index: u32, shift: u32, word: u32| {
            let at = index * 256 + (word >> shift & 0xff);
            self.boxes.get(at as usize).copied().unwrap_or(0)
        };
        let mix = |word: u32| {
            let sum = substitute(0, 24, word).wrapping_add(substitute(1, 16, word));
            (sum ^ substitute(2, 8, word)).wrapping_add(substitute(3, 0, word))
        };
        let (mut left, mut right) = (left, right);
        let [first @ .., last_but_one, last] = &self.keys;
        for pair in first.chunks(2) {
            if let [one, other] = pair {
                left ^= one;
                right ^= mix(left);
                right ^= other;
                left ^= mix(right);
            }
        }
        (right ^ last, left ^ last_but_one)
    }

    /// Mixes a key and a salt in: all tables are made new.
    fn expand(&mut self, salt: &[u32; 18], key: &[u32; 18]) {
        for (own, key) in self.keys.iter_mut().zip(key) {
            *own ^= key;
        }
        // A salt has four words, and 18 is no multiple of that.
        let mut salts = salt.iter().take(16).cycle();
        let mut next = || salts.next().copied().unwrap_or(0);
        let (mut left, mut right) = (0, 0);
        for index in (0..18).step_by(2) {
            (left, right) = self.encrypt(left ^ next(), right ^ next());
            if let Some([one, other]) = self.keys.get_mut(index..index + 2) {
                (*one, *other) = (left, right);
            }
        }
        for index in (0..1024).step_by(2) {
            (left, right) = self.encrypt(left ^ next(), right ^ next());
            if let Some([one, other]) = self.boxes.get_mut(index..index + 2) {
                (*one, *other) = (left, right);
            }
        }
    }
}

/// The tables begin as the digits of pi behind the point. They are computed with Machin's formula, which takes less room
/// than they would.
fn pi() -> &'static [u32] {
    static WORDS: OnceLock<Vec<u32>> = OnceLock::new();
    WORDS.get_or_init(|| {
        const COUNT: usize = 18 + 4 * 256;
        const GUARD: usize = 64;
        let one = BigUint::from(1u32) << (COUNT * 32 + GUARD);
        let inverse_tangent = |number: u32| {
            let (mut sum, mut power) = (BigUint::ZERO, &one / number);
            let (mut divisor, mut negative) = (1u32, false);
            while power != BigUint::ZERO {
                let term = &power / divisor;
                if negative {
                    sum -= term
                } else {
                    sum += term
                }
                power /= number * number;
                divisor += 2;
                negative = !negative;
            }
            sum
        };
        let pi = (inverse_tangent(5) * 16u32 - inverse_tangent(239) * 4u32) >> GUARD;
        let mut words = pi.to_u32_digits();
        // The highest is the 3 before the point.
        words.pop();
        words.reverse();
        words
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_begin_as_pi() {
        assert_eq!(super::pi().len(), 18 + 4 * 256);
        assert_eq!(super::pi().first(), Some(&0x243f_6a88));
        assert_eq!(super::pi().last(), Some(&0x3ac3_72e6));
    }
}
