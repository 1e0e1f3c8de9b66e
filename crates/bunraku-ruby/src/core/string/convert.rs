//! Conversion of strings to numbers and symbols.

use num_bigint::BigInt;

use super::string;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::numbers::{check_bits, no_complex},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("to_i", 0, 1, to_i),
    method("to_f", 0, 0, to_f),
    method("hex", 0, 0, hex),
    method("oct", 0, 0, oct),
    method("ord", 0, 0, ord),
    method("to_sym", 0, 0, to_sym),
    method("intern", 0, 0, to_sym),
    method("to_r", 0, 0, crate::core::rational::of_text),
    method("to_c", 0, 0, to_c),
    method("crypt", 1, 1, crypt),
];

/// How much of a string must be a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::core) enum Strictness {
    /// The beginning, as for `to_i`.
    Lenient,
    /// The whole string, as for `Integer()`.
    Strict,
}

fn to_i(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let base = match args.at(0) {
        Some(base) => interp.arg_int(base)?,
        None => 10,
    };
    if base < 0 {
        return Err(interp.argument_error(format!("invalid radix {base}")));
    }
    number(interp, this, base)
}

fn hex(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    number(interp, this, 16)
}

/// Octal, unless a prefix denotes another base.
fn oct(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    number(interp, this, -8)
}

fn number(interp: &mut Interp<'_>, this: &Val, base: i64) -> R {
    let text = string(interp, this)?.text();
    let number = parse_integer(interp, &text, base, Strictness::Lenient)?;
    Ok(number.map_or(Val::Int(0), Val::integer))
}

/// Parses an integer in a base. A base of 0 means what the prefix says, and a negative base is the default without a
/// prefix. The result is `None` if the string is not an integer.
pub(in crate::core) fn parse_integer(
    interp: &mut Interp<'_>,
    text: &str,
    base: i64,
    strictness: Strictness,
) -> R<Option<BigInt>> {
    let strict = strictness == Strictness::Strict;
    let text = text.trim_start_matches(is_space);
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let Some((radix, mut rest)) = radix_of(text, base) else {
        return Err(interp.argument_error(format!("invalid radix {base}")));
    };
    if strict {
        rest = rest.trim_end_matches(is_space);
    }
    let mut digits = String::new();
    // Underscores are allowed only between digits.
    let mut after_digit = false;
    let mut chars = rest.chars().peekable();
    while let Some(char) = chars.next_if(|char| char.is_digit(radix) || (*char == '_' && after_digit)) {
        after_digit = char != '_';
        if after_digit {
            digits.push(char);
        }
    }
    let complete = chars.peek().is_none() && after_digit;
    if digits.is_empty() || (strict && !complete) {
        return Ok(None);
    }
    let bits = (digits.len() as u64).saturating_mul(u64::from(radix.ilog2()) + 1);
    check_bits(interp, bits)?;
    // Parsing takes longer than a multiplication of the same size.
    interp.charge((bits * bits) >> 20)?;
    Ok(BigInt::parse_bytes(digits.as_bytes(), radix).map(|number| if negative { -number } else { number }))
}

fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// The base of a number, and the string without its prefix; `None` if the base does not exist.
fn radix_of(text: &str, base: i64) -> Option<(u32, &str)> {
    let mut chars = text.chars();
    let zero = chars.next() == Some('0');
    let letter = chars.next().map(|char| char.to_ascii_lowercase());
    let named = match letter {
        _ if !zero => None,
        Some('x') => Some(16),
        Some('b') => Some(2),
        Some('o') => Some(8),
        Some('d') => Some(10),
        _ => None,
    };
    let after = text.get(2..).unwrap_or("");
    // A sign or an underscore may not follow a prefix.
    let prefixed =
        |radix: u32| named == Some(radix) && after.starts_with(|char: char| char.is_ascii_alphanumeric());
    let found = u32::try_from(base.unsigned_abs()).ok();
    match base {
        1 | -1 => None,
        base if base <= 0 => match named {
            Some(radix) if prefixed(radix) => Some((radix, after)),
            _ if base == 0 && zero => Some((8, text)),
            _ if base == 0 => Some((10, text)),
            _ => found.filter(|radix| *radix <= 36).map(|radix| (radix, text)),
        },
        _ => match found.filter(|radix| *radix <= 36) {
            Some(radix) if prefixed(radix) => Some((radix, after)),
            Some(radix) => Some((radix, text)),
            None => None,
        },
    }
}

fn to_f(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let text = string(interp, this)?.text();
    Ok(Val::Float(parse_float(&text, Strictness::Lenient).unwrap_or(0.0)))
}

/// Parses a float; `None` if the string is not one.
pub(in crate::core) fn parse_float(text: &str, strictness: Strictness) -> Option<f64> {
    let strict = strictness == Strictness::Strict;
    let text = text.trim_start_matches(is_space);
    let text = if strict { text.trim_end_matches(is_space) } else { text };
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if strict && (rest.starts_with("0x") || rest.starts_with("0X")) {
        return parse_hex_float(rest.get(2..)?).map(|number| sign * number);
    }
    let mut number = String::new();
    let whole = take_digits(rest, &mut number);
    let mut rest = rest.get(whole..)?;
    if let Some(fraction) = rest.strip_prefix('.')
        && fraction.starts_with(|char: char| char.is_ascii_digit())
    {
        number.push('.');
        let taken = take_digits(fraction, &mut number);
        rest = fraction.get(taken..)?;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.starts_with(|char: char| char.is_ascii_digit()) {
            number.push('e');
            if exponent.starts_with('-') {
                number.push('-');
            }
            let taken = take_digits(digits, &mut number);
            rest = digits.get(taken..)?;
        }
    }
    if strict && !rest.is_empty() {
        return None;
    }
    if number.starts_with('.') {
        number.insert(0, '0');
    }
    number.parse::<f64>().ok().map(|number| sign * number)
}

/// Copies digits, with single underscores between them, and returns the number of bytes that were read.
fn take_digits(text: &str, into: &mut String) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => into.push(char::from(*byte)),
            b'_' if at > 0
                && bytes.get(at - 1).is_some_and(u8::is_ascii_digit)
                && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
        at += 1;
    }
    at
}

/// A hexadecimal float such as `1.8p3`, whose exponent is a power of two.
fn parse_hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || (digits.contains('.') && fraction.is_empty()) {
        return None;
    }
    let mut number = 0.0;
    for char in whole.chars().chain(fraction.chars()) {
        number = number * 16.0 + f64::from(char.to_digit(16)?);
    }
    let shift = exponent.saturating_sub(i32::try_from(fraction.len()).unwrap_or(i32::MAX).saturating_mul(4));
    Some(number * 2f64.powi(shift))
}

fn ord(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let first = string(interp, this)?.get().chars().next();
    match first {
        Some(char) => Ok(Val::Int(i64::from(u32::from(char)))),
        None => Err(interp.argument_error("empty string")),
    }
}

fn to_sym(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::sym(string(interp, this)?.text()))
}

fn to_c(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Err(no_complex(interp))
}

/// `crypt`: the hash of a password, which the host computes.
fn crypt(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let password = string(interp, this)?.to_bytes();
    let salt = interp.arg_str(&args.get(0))?;
    if salt.bytes().take_while(|byte| *byte != 0).take(2).count() < 2 {
        return Err(interp.argument_error("salt too short (need >=2 bytes)"));
    }
    if password.contains(&0) || salt.contains('\0') {
        return Err(interp.argument_error("string contains null byte"));
    }
    let work = interp.host.crypt_work(&salt);
    interp.charge(work)?;
    match interp.host.crypt(&password, &salt) {
        Some(hash) => Ok(Val::bytes(hash.as_bytes())),
        None => {
            let what = "hashing a password with `crypt` and this kind of salt is not implemented";
            Err(interp.refuse(what, "use a salt that begins with `$6$`, or pass the hash instead"))
        }
    }
}
