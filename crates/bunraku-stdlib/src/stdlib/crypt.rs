//! Hashes of passwords: those of `crypt(3)` that are made of MD5 and SHA-2, and PBKDF2.

use md5::{Digest, Md5};
use sha2::{Sha256, Sha512};

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Appends a number as so many digits of base 64, the lowest first.
fn append(number: u32, count: u32, text: &mut String) {
    for index in 0..count {
        let digit = (number >> (6 * index) & 0x3f) as usize;
        text.extend(DIGITS.get(digit).map(|byte| char::from(*byte)));
    }
}

/// Appends bytes, three at a time in the order that is given, then those left over.
fn append_bytes(bytes: &[u8], order: &[(usize, usize, usize)], rest: &[usize], text: &mut String) {
    let at = |index: usize| u32::from(bytes.get(index).copied().unwrap_or(0));
    for (high, middle, low) in order {
        append(at(*high) << 16 | at(*middle) << 8 | at(*low), 4, text);
    }
    let number = rest.iter().fold(0, |number, index| number << 8 | at(*index));
    append(number, rest.len() as u32 + 1, text);
}

/// The first bytes of a digest repeated over and over.
fn repeated(digest: &[u8], length: usize) -> Vec<u8> {
    digest.iter().copied().cycle().take(length).collect()
}

fn cut(salt: &str, most: usize) -> &str {
    salt.get(..most).unwrap_or(salt)
}

/// The kind `$1$`.
pub(crate) fn md5(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 8);
    let other = Md5::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut context = Md5::new().chain_update(password).chain_update("$1$").chain_update(salt);
    context.update(repeated(&other, password.len()));
    let mut length = password.len();
    while length > 0 {
        // The oldest program took a byte of zero here, and all have kept it.
        context.update(if length & 1 == 1 { &[0][..] } else { password.get(..1).unwrap_or_default() });
        length >>= 1;
    }
    let mut digest = context.finalize();
    for round in 0..1000 {
        let mut context = Md5::new();
        let previous = digest;
        if round & 1 == 1 {
            context.update(password)
        } else {
            context.update(previous)
        }
        if round % 3 != 0 {
            context.update(salt);
        }
        if round % 7 != 0 {
            context.update(password);
        }
        if round & 1 == 1 {
            context.update(previous)
        } else {
            context.update(password)
        }
        digest = context.finalize();
    }
    let mut text = format!("$1${salt}$");
    append_bytes(&digest, &[(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)], &[11], &mut text);
    text
}

/// The kind `$5$`.
pub(crate) fn sha256(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 16);
    let digest = sha_crypt::<Sha256>(password, salt.as_bytes());
    let mut text = format!("$5${salt}$");
    const ORDER: [(usize, usize, usize); 10] = [
        (0, 10, 20),
        (21, 1, 11),
        (12, 22, 2),
        (3, 13, 23),
        (24, 4, 14),
        (15, 25, 5),
        (6, 16, 26),
        (27, 7, 17),
        (18, 28, 8),
        (9, 19, 29),
    ];
    append_bytes(&digest, &ORDER, &[31, 30], &mut text);
    text
}

/// The kind `$6$`.
pub(crate) fn sha512(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 16);
    let digest = sha_crypt::<Sha512>(password, salt.as_bytes());
    let mut text = format!("$6${salt}$");
    let (mut order, mut at) = (Vec::with_capacity(21), (0, 21, 42));
    for _ in 0..21 {
        order.push(at);
        at = (at.1 + 1, at.2 + 1, at.0 + 1);
    }
    append_bytes(&digest, &order, &[63], &mut text);
    text
}

/// What both kinds of SHA have in common: 5000 rounds, as is the default.
fn sha_crypt<D: Digest>(password: &[u8], salt: &[u8]) -> Vec<u8> {
    let other = D::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut context = D::new().chain_update(password).chain_update(salt);
    context.update(repeated(&other, password.len()));
    let mut length = password.len();
    while length > 0 {
        if length & 1 == 1 {
            context.update(&other)
        } else {
            context.update(password)
        }
        length >>= 1;
    }
    let mut digest = context.finalize().to_vec();
    let mut context = D::new();
    for _ in 0..password.len() {
        context.update(password);
    }
    let long_password = repeated(&context.finalize(), password.len());
    let mut context = D::new();
    for _ in 0..16 + usize::from(digest.first().copied().unwrap_or(0)) {
        context.update(salt);
    }
    let long_salt = repeated(&context.finalize(), salt.len());
    for round in 0..5000 {
        let mut context = D::new();
        if round & 1 == 1 {
            context.update(&long_password)
        } else {
            context.update(&digest)
        }
        if round % 3 != 0 {
            context.update(&long_salt);
        }
        if round % 7 != 0 {
            context.update(&long_password);
        }
        if round & 1 == 1 {
            context.update(&digest)
        } else {
            context.update(&long_password)
        }
        digest = context.finalize().to_vec();
    }
    digest
}

/// PBKDF2 with HMAC and SHA-512 (RFC 8018).
pub(crate) fn pbkdf2(password: &[u8], salt: &[u8], rounds: u32, length: usize) -> Vec<u8> {
    let mut key = if password.len() > 128 { Sha512::digest(password).to_vec() } else { password.to_vec() };
    key.resize(128, 0);
    let padded = |byte: u8| Sha512::new().chain_update(key.iter().map(|key| key ^ byte).collect::<Vec<u8>>());
    let (inner, outer) = (padded(0x36), padded(0x5c));
    let hmac = |parts: &[&[u8]]| {
        let mut context = inner.clone();
        for part in parts {
            context.update(part);
        }
        outer.clone().chain_update(context.finalize()).finalize()
    };
    let mut result = Vec::with_capacity(length + 64);
    let mut block = 0u32;
    while result.len() < length {
        block += 1;
        let mut last = hmac(&[salt, &block.to_be_bytes()]);
        let mut sum = last;
        for _ in 1..rounds {
            last = hmac(&[&last]);
            for (sum, byte) in sum.iter_mut().zip(last.iter()) {
                *sum ^= byte;
            }
        }
        result.extend_from_slice(&sum);
    }
    result.truncate(length);
    result
}
