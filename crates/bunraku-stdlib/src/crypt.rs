//! The password hashes of `crypt(3)`: bcrypt, those that use MD5 and SHA-2, and the old ones that use DES.

mod bcrypt;
mod des;

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

/// The result of `crypt(3)` for invalid settings. It never equals the setting.
const FAILED: [&str; 2] = ["*0", "*1"];

/// The number of SHA-2 rounds, unless the setting specifies it.
const SHA_ROUNDS: u32 = 5000;

/// Like `crypt(3)`: hashes a password with a setting such as `$6$salt`; `None` for an unsupported kind of hash.
pub fn crypt(password: &[u8], setting: &str) -> Option<String> {
    let hash = match kind(setting) {
        _ if setting.bytes().any(is_bad) => None,
        Kind::Md5(salt) => Some(md5(password, salt)),
        Kind::Sha256(rest) => rounds_and_salt(rest).and_then(|(given, salt)| sha256(password, given, salt)),
        Kind::Sha512(rest) => rounds_and_salt(rest).and_then(|(given, salt)| sha512(password, given, salt)),
        Kind::Bcrypt(variant, rest) => bcrypt::hash(variant, rest, password),
        Kind::Des => des::traditional(password, setting),
        Kind::ExtendedDes => des::extended(password, setting),
        Kind::None => None,
        Kind::Unknown => return None,
    };
    let [failed, other] = FAILED;
    Some(hash.unwrap_or_else(|| (if setting.starts_with(failed) { other } else { failed }).to_owned()))
}

/// The cost of a hash, in steps of a program.
pub fn crypt_work(setting: &str) -> u64 {
    const ROUND: u64 = 100;
    match kind(setting) {
        Kind::Sha256(rest) | Kind::Sha512(rest) => {
            let given = rounds_and_salt(rest).and_then(|(given, _)| given);
            u64::from(given.unwrap_or(SHA_ROUNDS)) * ROUND
        }
        Kind::Bcrypt(_, rest) => 1000 << bcrypt::cost(rest).unwrap_or(0),
        Kind::ExtendedDes => u64::from(des::rounds(setting).unwrap_or(0)) * ROUND,
        _ => 1000 * ROUND,
    }
}

/// The kind of a hash, with the relevant part of the setting.
enum Kind<'a> {
    Md5(&'a str),
    Sha256(&'a str),
    Sha512(&'a str),
    Bcrypt(&'a str, &'a str),
    Des,
    ExtendedDes,
    /// Not supported by any implementation.
    None,
    /// Supported by other implementations.
    Unknown,
}

fn kind(setting: &str) -> Kind<'_> {
    let Some(rest) = setting.strip_prefix('$') else {
        return if setting.starts_with('_') { Kind::ExtendedDes } else { Kind::Des };
    };
    let (name, rest) = rest.split_once('$').unwrap_or((rest, ""));
    match name {
        _ if setting.len() < name.len() + 2 => Kind::None,
        "1" => Kind::Md5(first_field(rest)),
        "5" => Kind::Sha256(rest),
        "6" => Kind::Sha512(rest),
        "2a" | "2b" | "2x" | "2y" => Kind::Bcrypt(name, rest),
        "3" | "7" | "y" | "gy" | "md5" | "sha1" => Kind::Unknown,
        _ => Kind::None,
    }
}

/// Whether a byte is not allowed in settings: it would break account files.
fn is_bad(byte: u8) -> bool {
    !byte.is_ascii_graphic() || b"!*:;\\".contains(&byte)
}

/// The rounds and the salt in a SHA-2 setting; `None` if the rounds are not a number in range.
fn rounds_and_salt(setting: &str) -> Option<(Option<u32>, &str)> {
    let Some(rest) = setting.strip_prefix("rounds=") else { return Some((None, first_field(setting))) };
    let (digits, salt) = rest.split_once('$')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let rounds = digits.parse().ok().filter(|rounds| plain && (1000..=999_999_999).contains(rounds))?;
    Some((Some(rounds), first_field(salt)))
}

fn first_field(rest: &str) -> &str {
    rest.split('$').next().unwrap_or_default()
}

/// The prefix of a SHA-2 hash: its kind, the rounds if they were specified, the salt.
fn sha_prefix(kind: &str, given: Option<u32>, salt: &str) -> String {
    match given {
        Some(rounds) => format!("${kind}$rounds={rounds}${salt}$"),
        None => format!("${kind}${salt}$"),
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

/// The SHA-256 hash, `$5$`.
fn sha256(password: &[u8], given: Option<u32>, salt: &str) -> Option<String> {
    let salt = cut(salt, 16);
    let rounds = Params::new(given.unwrap_or(SHA_ROUNDS)).ok()?;
    let digest = sha256_crypt(password, salt.as_bytes(), rounds);
    let mut text = sha_prefix("5", given, salt);
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
    Some(text)
}

/// The SHA-512 hash, `$6$`.
fn sha512(password: &[u8], given: Option<u32>, salt: &str) -> Option<String> {
    let salt = cut(salt, 16);
    let rounds = Params::new(given.unwrap_or(SHA_ROUNDS)).ok()?;
    let digest = sha512_crypt(password, salt.as_bytes(), rounds);
    let mut text = sha_prefix("6", given, salt);
    // The format interleaves the thirds of the digest and rotates them with each step.
    let (mut order, mut at) = (Vec::with_capacity(21), (0, 21, 42));
    for _ in 0..21 {
        order.push(at);
        at = (at.1 + 1, at.2 + 1, at.0 + 1);
    }
    append_bytes(&digest, &order, &[63], &mut text);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_system() {
        for (password, expected, salt) in HASHES {
            let setting = format!("{}{salt}", expected.get(..3).unwrap_or_default());
            assert_eq!(crypt(password.as_bytes(), &setting).as_deref(), Some(*expected));
        }
    }

    #[test]
    fn settings_are_read_as_the_system_reads_them() {
        for (password, setting, expected) in SETTINGS {
            assert_eq!(crypt(password.as_bytes(), setting).as_deref(), Some(*expected), "{setting}");
        }
    }

    #[test]
    fn kinds_that_only_others_know_have_no_hash() {
        assert_eq!(crypt(b"a", "$y$j9T$abc$"), None);
    }

    #[test]
    fn work_is_what_the_setting_asks_for() {
        assert!(crypt_work("$6$rounds=999999999$s") > 1_000_000_000);
        assert!(crypt_work("$2a$31$abcdefghijklmnopqrstuu") > 1_000_000_000);
        assert!(crypt_work("$6$s") < 1_000_000);
    }

    /// Passwords and settings with the results of libxcrypt 4.4.
    const SETTINGS: &[(&str, &str, &str)] = &[
        ("password", "ab", "abJnggxhB/yWI"),
        ("a", "ab", "abxxB7HlIeckU"),
        ("", "./", "./Una9Fi.seRo"),
        ("pässÿwörd", "zZ", "zZr76Prt3g6V2"),
        ("longer than eight", "ab", "abKuvfXyuH4Fw"),
        ("x", "ab$6$foo", "abiQ6Ep3EYTHc"),
        ("x", "a:", "*0"),
        ("x", "äb", "*0"),
        ("a", "*0", "*1"),
        ("x", "_J9..rasm", "_J9..rasm3I3.7IOQ/Rk"),
        ("password", "_/...salt", "_/...saltUT7G1QBPZ9s"),
        ("longer than eight", "_J9..rasm", "_J9..rasmhEGi3n7/aKQ"),
        ("x", "_J9..", "*0"),
        ("a", "$5$rounds=1000$salt", "$5$rounds=1000$salt$6r/iIvTVE34hgPJ5hHjCXJ/O.cBunKM7LE5EeVggYb6"),
        (
            "a",
            "$6$rounds=7777$saltsaltsaltsaltsalt$foo",
            "$6$rounds=7777$saltsaltsaltsalt$U7W7Y10J.3/n2jq5U5wdBoaBSiyOLxcKIig2DfElFY4iM8aPd.oRlwY4o31KWnbiEQvJ6OaRwQqwoRJa/DLkG/",
        ),
        ("a", "$6$rounds=10$salt", "*0"),
        ("a", "$6$rounds=01000$salt", "*0"),
        ("a", "$6$rounds=1000", "*0"),
        ("a", "$6$rounds=1000000000$s", "*0"),
        ("a", "$5$", "$5$$QG6CCM7eJAxpUPcBpn0Z2K29NHtaI6Mk1fCpPrpjdj3"),
        ("a", "$5$a:b", "*0"),
        ("a", "$6", "*0"),
        ("a", "$$", "*0"),
    ];

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
