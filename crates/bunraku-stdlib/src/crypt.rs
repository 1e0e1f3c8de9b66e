//! The password hashes of `crypt(3)`: bcrypt and those that use MD5 and SHA-2.

mod bcrypt;

use md5::{Digest, Md5};
use sha_crypt::{Params, sha256_crypt, sha512_crypt};

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Appends the lowest bits of a number as base 64 digits, the lowest digit first.
fn append(number: u32, count: u32, text: &mut String) {
    for index in 0..count {
        let digit = (number >> (6 * index) & 0x3f) as usize;
        text.extend(DIGITS.get(digit).map(|byte| char::from(*byte)));
    }
}

/// Appends bytes as base 64 digits, three bytes at a time in the given order, then the remaining bytes.
fn append_bytes(bytes: &[u8], order: &[(usize, usize, usize)], rest: &[usize], text: &mut String) {
    let at = |index: usize| u32::from(bytes.get(index).copied().unwrap_or(0));
    for (high, middle, low) in order {
        append(at(*high) << 16 | at(*middle) << 8 | at(*low), 4, text);
    }
    let number = rest.iter().fold(0, |number, index| number << 8 | at(*index));
    append(number, rest.len() as u32 + 1, text);
}

/// The digest repeated or cut off to a length in bytes.
fn repeated(digest: &[u8], length: usize) -> Vec<u8> {
    digest.iter().copied().cycle().take(length).collect()
}

fn cut(salt: &str, most: usize) -> &str {
    salt.get(..most).unwrap_or(salt)
}

/// What `crypt(3)` makes of a password and a salt such as `$6$salt`; `None` for a kind of hash that is not known here.
pub fn crypt(password: &[u8], salt: &str) -> Option<String> {
    let (kind, rest) = salt.strip_prefix('$')?.split_once('$')?;
    let plain = || rest.split('$').next().unwrap_or_default();
    match kind {
        "1" => Some(md5(password, plain())),
        "5" if !rest.starts_with("rounds=") => Some(sha256(password, plain())),
        "6" if !rest.starts_with("rounds=") => Some(sha512(password, plain())),
        "2a" | "2b" | "2x" | "2y" => bcrypt::hash(kind, rest, password),
        _ => None,
    }
}

/// The MD5 hash, `$1$`.
fn md5(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 8);
    let other = Md5::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut context = Md5::new().chain_update(password).chain_update("$1$").chain_update(salt);
    context.update(repeated(&other, password.len()));
    let mut length = password.len();
    while length > 0 {
        // The first implementation adds a null byte here instead of a byte of the digest, and all others have to
        // follow it.
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

/// The SHA-256 hash, `$5$`, with the default of 5000 rounds.
fn sha256(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 16);
    let digest = sha256_crypt(password, salt.as_bytes(), Params::RECOMMENDED);
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

/// The SHA-512 hash, `$6$`, with the default of 5000 rounds.
fn sha512(password: &[u8], salt: &str) -> String {
    let salt = cut(salt, 16);
    let digest = sha512_crypt(password, salt.as_bytes(), Params::RECOMMENDED);
    let mut text = format!("$6${salt}$");
    // The format interleaves the thirds of the digest and rotates them with each step.
    let (mut order, mut at) = (Vec::with_capacity(21), (0, 21, 42));
    for _ in 0..21 {
        order.push(at);
        at = (at.1 + 1, at.2 + 1, at.0 + 1);
    }
    append_bytes(&digest, &order, &[63], &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_system() {
        for (password, expected, salt) in HASHES {
            let password = password.as_bytes();
            let hashed = match expected.get(..3) {
                Some("$1$") => md5(password, salt),
                Some("$5$") => sha256(password, salt),
                _ => sha512(password, salt),
            };
            assert_eq!(hashed, *expected);
        }
    }

    const HASHES: &[(&str, &str, &str)] = &[
        ("a", "$1$s$TnTS2d.76xCjLeeIhMx3L0", "s"),
        ("a", "$1$saltsalt$MzDjbImyzEz2m0NTiPzNW/", "saltsalt"),
        ("a", "$1$01234567$pmuME8LLRk3clNmQU0Cdb1", "0123456789./ABCDEF"),
        ("a", "$5$s$qgP3B1D0m82PjqmN9fAYcv/rBMS9t2tLp7NrzhQCCyC", "s"),
        ("a", "$5$saltsalt$Mtm6KOxb.PwaKES1sp80SDYOu1T0RdwsBVakhLiqA64", "saltsalt"),
        ("a", "$5$0123456789./ABCD$A7ync5OrZ0f0QK5/npY63dL2JFn1d/7nR12udXmWZd0", "0123456789./ABCDEF"),
        (
            "a",
            "$6$s$OLVXgZEq4nUOMQHgvkWpsQlLxqSDvtVeUHgTshlKB5dG54bRawyIsWYkx6goXnC06BU0/38CkjhM1OkKDZRFK0",
            "s",
        ),
        (
            "a",
            "$6$saltsalt$8gzUrz5S2/0AfMGfui2LllQQ2fwu.jYnAVGef2XY7gAo0jNFrzHsTq9lMr2ze7QvIJxr4BYOKdgDpx4Va9Atb1",
            "saltsalt",
        ),
        (
            "a",
            "$6$0123456789./ABCD$eBG959nUtxkB8nRX24wPxTUhjtDM9lgKYoTCIug34GPgHtD2Nr.Y37oZsmH5nhVkL.hzX9fsK/XHZ3u6GfaO20",
            "0123456789./ABCDEF",
        ),
        ("pässÿwörd", "$1$saltsalt$.sZP5VzuiELC/fPRO1z5b.", "saltsalt"),
        ("pässÿwörd", "$5$saltsalt$XIYDRP2cgCLNwa0.FKEt05TDXluikF7/9k46Xmke7U.", "saltsalt"),
        (
            "pässÿwörd",
            "$6$saltsalt$sSOlQSbyLjb7IInkd4f2emeFcmc6mRyAwLPSiPP7kG5UpUP/yW0aeeW2VM2ntD5FlvGd0Ju6BpcaYoM7yB5pL.",
            "saltsalt",
        ),
        (
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
            "$1$01234567$id1M69C2WNXxaCOVfOioV1",
            "0123456789./ABCDEF",
        ),
        (
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
            "$5$0123456789./ABCD$PEJvW3r2b5ws2vttUj.Kx.32mxIwwneN926X7lpXLC3",
            "0123456789./ABCDEF",
        ),
        (
            "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
            "$6$0123456789./ABCD$.l5eJA47LO7eS3aVYtdlL8lZPJP1FKl8SKRVLGa7tEqEjzl7DT1EWH8AtKFqP4Rbg/DpSiI4BRpRJ/85VkeZq/",
            "0123456789./ABCDEF",
        ),
    ];
}
