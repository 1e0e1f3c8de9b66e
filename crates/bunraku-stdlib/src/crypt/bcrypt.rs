//! The password hash bcrypt.
//!
//! The cipher, Blowfish, comes from the RustCrypto project. The rest is written here because no library supports the
//! variant `2x`.

use blowfish::Blowfish;

const DIGITS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Hashes a password. The salt starts with the cost; the result is `None` if the cost is out of range.
pub(super) fn hash(prefix: &str, salt: &str, password: &[u8]) -> Option<String> {
    let cost = cost(salt)?;
    let digits = salt.get(3..25)?;
    let salt = decode(digits.as_bytes())?;
    let key = key(password, prefix == "2x");
    let mut cipher = Blowfish::bc_init_state();
    cipher.salted_expand_key(&salt, &key);
    for _ in 0..1u64 << cost {
        cipher.bc_expand_key(&key);
        cipher.bc_expand_key(&salt);
    }
    let mut bytes = Vec::with_capacity(24);
    for block in b"OrpheanBeholderScryDoubt".as_chunks::<8>().0 {
        let block = u64::from_be_bytes(*block);
        let halves =
            (0..64).fold([(block >> 32) as u32, block as u32], |halves, _| cipher.bc_encrypt(halves));
        bytes.extend(halves.iter().flat_map(|half| half.to_be_bytes()));
    }
    bytes.truncate(23);
    // The salt is encoded again because only some bits of its last digit are significant. The others become zero, as
    // in other implementations.
    Some(format!("${prefix}${cost:02}${}{}", encode(&salt), encode(&bytes)))
}

/// The binary logarithm of the rounds.
pub(super) fn cost(salt: &str) -> Option<u32> {
    salt.get(..2)?.parse().ok().filter(|cost| (4..=31).contains(cost))
}

/// The key of the cipher: the password and a null byte, repeated to fill 18 words.
///
/// An old implementation took bytes as signed, so that the sign bits of non-ASCII characters overwrote the bytes
/// before them. The variant `2x` keeps that bug for old hashes.
fn key(password: &[u8], signed: bool) -> Vec<u8> {
    let mut bytes = password.iter().chain(&[0]).cycle();
    let mut next = || {
        let byte = bytes.next().copied().unwrap_or(0);
        if signed { i32::from(byte as i8) as u32 } else { u32::from(byte) }
    };
    (0..18).flat_map(|_| (0..4).fold(0u32, |word, _| word << 8 | next()).to_be_bytes()).collect()
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

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn hashes_are_those_of_the_system() {
        for (prefix, password, expected) in HASHES {
            let hashed = hash(prefix, "04$abcdefghijklmnopqrstu9", password.as_bytes());
            assert_eq!(hashed.as_deref(), Some(*expected), "{prefix} {password}");
        }
        assert_eq!(hash("2b", "03$abcdefghijklmnopqrstu9", b"x"), None);
    }

    const HASHES: &[(&str, &str, &str)] = &[
        ("2a", "pässÿwörd", "$2a$04$abcdefghijklmnopqrstuuUYFUz3YZsoMssGhR08LJy9975Hqir6O"),
        ("2b", "a", "$2b$04$abcdefghijklmnopqrstuuMFdJu9yVgmagVAIC24fOZkaFqd3s9JC"),
        ("2b", "pässÿwörd", "$2b$04$abcdefghijklmnopqrstuuUYFUz3YZsoMssGhR08LJy9975Hqir6O"),
        (
            "2b",
            "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
            "$2b$04$abcdefghijklmnopqrstuuwurWIdVVT4m5pTArtqnFNM69nySdHj.",
        ),
        ("2x", "pässÿwörd", "$2x$04$abcdefghijklmnopqrstuuI5GmfzYJvDr1K2oaEpk9ggRz7F9v/Dy"),
        (
            "2x",
            "éééééééééééééééééééééééééééééééééééééééééééééééééé",
            "$2x$04$abcdefghijklmnopqrstuuLJnlGTsXIYCJ.8BIiNKY5Jxmhy6mKbq",
        ),
        ("2y", "pässÿwörd", "$2y$04$abcdefghijklmnopqrstuuUYFUz3YZsoMssGhR08LJy9975Hqir6O"),
    ];
}
