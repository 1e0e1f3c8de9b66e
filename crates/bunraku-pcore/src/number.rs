//! Numbers: reading them from strings, comparing them exactly, and writing floats as Ruby does.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::Value;

/// The number that a string spells, for the coercion of operands: decimal, hexadecimal, octal or floating point, with an
/// optional sign and blanks around it.
pub fn parse(text: &str) -> Option<Value> {
    // Puppet removes the prefix of an absolute name before it looks for a number.
    let text = text.strip_prefix("::").unwrap_or(text);
    let text = text.trim_matches(BLANKS);
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits.trim_start_matches(BLANKS)),
        None => (false, text),
    };
    let sign = |number: BigInt| Value::integer(if negative { -number } else { number });
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return BigInt::parse_bytes(plain_digits(hex, 16)?, 16).map(sign);
    }
    let whole_end = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
    let (whole, rest) = digits.split_at(whole_end);
    if whole.is_empty() {
        return None;
    }
    if rest.is_empty() {
        let radix = if whole.len() > 1 && whole.starts_with('0') { 8 } else { 10 };
        return BigInt::parse_bytes(plain_digits(whole, radix)?, radix).map(sign);
    }
    let (fraction, exponent) = split_float(rest)?;
    // Puppet first converts what is before the point to an integer, which fails for an octal number with a wrong digit.
    let radix = if whole.len() > 1 && whole.starts_with('0') { 8 } else { 10 };
    plain_digits(whole, radix)?;
    let zero = |digits: &str| digits.bytes().all(|digit| digit == b'0');
    // A zero with an exponent is not a number for Puppet, although `0.0` is.
    if zero(whole) && zero(fraction) && exponent.is_some() {
        return None;
    }
    let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(Value::Float(if negative { -number } else { number }))
}

/// An integer from a string as Ruby's `Integer()` reads it: with blanks around it, a sign, a prefix for the radix, and
/// single underscores between digits.
///
/// If a radix is given, a prefix must agree with it. Otherwise the prefix decides.
pub fn integer_from_text(text: &str, radix: Option<u32>) -> Option<BigInt> {
    let text = text.trim_matches(|char: char| char.is_ascii_whitespace() || char == '\u{b}');
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let prefixed = [("0x", 16), ("0b", 2), ("0o", 8), ("0d", 10)]
        .into_iter()
        .find_map(|(prefix, radix)| lower.strip_prefix(prefix).map(|digits| (digits, radix)));
    let (digits, found) = match prefixed {
        Some((digits, found)) if radix.is_none_or(|radix| radix == found) => (digits, found),
        _ if radix.is_none() && lower.len() > 1 && lower.starts_with('0') => (&lower[1..], 8),
        _ => (lower.as_str(), radix.unwrap_or(10)),
    };
    // The zero of an octal number is a digit as well as a prefix, so an underscore may follow it.
    let digits = digits.strip_prefix('_').filter(|_| found == 8 && prefixed.is_none()).unwrap_or(digits);
    if digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let plain = digits.replace('_', "");
    let number = BigInt::parse_bytes(plain_digits(&plain, found)?, found)?;
    Some(if negative { -number } else { number })
}

/// A float from a string as Ruby's `Float()` reads it: with blanks around it, a sign, and single underscores between
/// digits.
pub fn float_from_text(text: &str) -> Option<f64> {
    let text = text.trim_matches(|char: char| char.is_ascii_whitespace() || char == '\u{b}');
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (if text.starts_with('-') { -1.0 } else { 1.0 }, digits),
        None => (1.0, text),
    };
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return hexadecimal_from_text(digits.get(2..)?).map(|number| sign * number);
    }
    let (mantissa, exponent) = split_exponent(digits, ['e', 'E']);
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let is_digit = |char: char| char.is_ascii_digit();
    let well_formed = (separated(whole, is_digit) || whole.is_empty() && fraction.is_some())
        && fraction.is_none_or(|fraction| separated(fraction, is_digit))
        && exponent.is_none_or(|exponent| {
            separated(exponent.strip_prefix(['-', '+']).unwrap_or(exponent), is_digit)
        });
    if well_formed { digits.replace('_', "").parse::<f64>().ok().map(|number| sign * number) } else { None }
}

/// A hexadecimal float without its prefix: `1f`, or `1.8p1`, whose exponent is one of two.
fn hexadecimal_from_text(digits: &str) -> Option<f64> {
    let is_digit = |char: char| char.is_ascii_hexdigit();
    let (mantissa, exponent) = split_exponent(digits, ['p', 'P']);
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) if exponent.is_some() => (whole, fraction),
        Some(_) => return None,
        None => (mantissa, "0"),
    };
    let exponent = match exponent {
        Some(exponent) => {
            let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            if !separated(digits, |char| char.is_ascii_digit()) {
                return None;
            }
            exponent.replace('_', "").parse().ok()?
        }
        None => 0,
    };
    if !separated(whole, is_digit) || !separated(fraction, is_digit) {
        return None;
    }
    let fraction = fraction.replace('_', "");
    let number = BigInt::parse_bytes(format!("{}{fraction}", whole.replace('_', "")).as_bytes(), 16)?;
    let number: f64 = number.to_string().parse().ok()?;
    Some(number * 2f64.powi(exponent) / 16f64.powi(i32::try_from(fraction.len()).ok()?))
}

fn split_exponent(text: &str, letters: [char; 2]) -> (&str, Option<&str>) {
    match text.split_once(letters) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    }
}

/// Whether a string consists of digits, with at most one underscore between two of them.
fn separated(text: &str, is_digit: impl Fn(char) -> bool) -> bool {
    text.split('_').all(|part| !part.is_empty() && part.chars().all(&is_digit))
}

/// Compares two numbers exactly, that is without rounding an integer to a float. `None` if one is NaN or not a number.
pub fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Int(a), Value::Float(b)) => compare_int_float(*a, *b),
        (Value::Float(a), Value::Int(b)) => compare_int_float(*b, *a).map(Ordering::reverse),
        (Value::Big(a), Value::Float(b)) => compare_big_float(a, *b),
        (Value::Float(a), Value::Big(b)) => compare_big_float(b, *a).map(Ordering::reverse),
        (Value::Big(_) | Value::Int(_), Value::Big(_) | Value::Int(_)) => Some(big(a)?.cmp(&big(b)?)),
        _ => None,
    }
}

/// An integer value as a `BigInt`. `None` if the value is not an integer.
pub fn big(value: &Value) -> Option<Arc<BigInt>> {
    match value {
        Value::Int(number) => Some(Arc::new(BigInt::from(*number))),
        Value::Big(number) => Some(number.clone()),
        _ => None,
    }
}

/// A float as a string: the fewest digits from which it can be read back, with an exponent for very large and very small
/// numbers.
///
/// As in Ruby, the exponent is used below 1e-4, and from 1e15 on unless there are digits after the point.
pub fn float_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_string();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_string();
    }
    if number == 0.0 {
        return if number.is_sign_negative() { "-0.0" } else { "0.0" }.to_string();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let (digits, exponent) = shortest_digits(number.abs());
    let whole_digits = usize::try_from(exponent + 1).unwrap_or(0);
    if exponent >= -4 && (whole_digits <= 15 || whole_digits < digits.len()) {
        let string = if exponent < 0 {
            format!("0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1))
        } else {
            if digits.len() > whole_digits {
                let (before, after) = digits.split_at(whole_digits);
                format!("{before}.{after}")
            } else {
                format!("{digits:0<whole_digits$}.0")
            }
        };
        format!("{sign}{string}")
    } else {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{first}.{rest}e{exponent_sign}{:02}", exponent.unsigned_abs())
    }
}

/// The fewest digits from which a positive number can be read back, and the exponent of the first.
///
/// These are the digits of `{:e}`, with one exception: if two sequences of that length are equally near to the number,
/// Ruby takes the one whose last digit is even.
pub(crate) fn shortest_digits(number: f64) -> (String, i32) {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent = exponent.parse().unwrap_or(0);
    // Only numbers near the limit of precision can lie exactly between two such sequences.
    let even = (digits.len() >= 15).then(|| even_neighbour(number, digits.len())).flatten();
    (even.unwrap_or(digits), exponent)
}

/// The even one of two sequences of `count` digits, if the number lies exactly between them and can be read back from it.
fn even_neighbour(number: f64, count: usize) -> Option<String> {
    let exact = format!("{number:.40e}");
    let (mantissa, exponent) = exact.split_once('e')?;
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let (lower, rest) = digits.split_at_checked(count)?;
    let between = rest.trim_end_matches('0') == "5";
    let even = lower.ends_with(['0', '2', '4', '6', '8']);
    let same = || format!("{}.{}e{exponent}", &lower.get(..1)?, lower.get(1..)?).parse::<f64>().ok();
    (between && even && same() == Some(number)).then(|| lower.to_string())
}

const BLANKS: [char; 2] = [' ', '\t'];

/// How many digits a number may have, because the time to read it grows with their square.
const MAX_DIGITS: usize = 20_000;

/// The digits as bytes, if all of them are digits of the radix and they are not too many.
fn plain_digits(text: &str, radix: u32) -> Option<&[u8]> {
    let fits = (1..=MAX_DIGITS).contains(&text.len()) && text.chars().all(|char| char.is_digit(radix));
    fits.then_some(text.as_bytes())
}

/// Splits what follows the whole part of a float, such as `.5e-3`, into the digits of the fraction and the exponent.
fn split_float(text: &str) -> Option<(&str, Option<&str>)> {
    let (fraction, exponent) = match text.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fraction = match fraction.strip_prefix('.') {
        Some(fraction) if digits(fraction) => fraction,
        None if fraction.is_empty() => "",
        _ => return None,
    };
    match exponent {
        Some(exponent) if !digits(exponent.strip_prefix('-').unwrap_or(exponent)) => None,
        exponent => Some((fraction, exponent)),
    }
}

/// The exact order of an integer and a float; `None` if that is NaN.
pub fn compare_int_float(a: i64, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    // Outside the range of `i64` the answer is clear. Inside it, the conversion of the whole part is exact.
    if b >= 9_223_372_036_854_775_808.0 {
        return Some(Ordering::Less);
    }
    if b < -9_223_372_036_854_775_808.0 {
        return Some(Ordering::Greater);
    }
    let whole = b.trunc();
    Some(a.cmp(&(whole as i64)).then_with(|| whole.partial_cmp(&b).unwrap_or(Ordering::Equal)))
}

/// The same for an integer that needs more than 64 bits.
pub fn compare_big_float(a: &BigInt, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    // A big integer is at least 2^63. A float of that size has no fraction, so its mantissa shifted by its exponent is
    // exact. For a smaller float any result nearer to zero than 2^63 gives the right order.
    let bits = b.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1075;
    let mantissa = BigInt::from(bits & ((1 << 52) - 1) | 1 << 52);
    let whole =
        if exponent >= 0 { mantissa << exponent } else { mantissa >> exponent.unsigned_abs().min(64) };
    Some(a.cmp(&if b < 0.0 { -whole } else { whole }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_as_strings() {
        for (number, text) in [
            (1.0, "1.0"),
            (0.1, "0.1"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1234567890123456.8, "1234567890123456.8"),
            (1234567890123456.0, "1.234567890123456e+15"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (-2.5e-10, "-2.5e-10"),
            (1e100, "1.0e+100"),
            (100.0, "100.0"),
            (1659804173004544.2, "1659804173004544.2"),
            (-785116039615322.2, "-785116039615322.2"),
        ] {
            assert_eq!(float_text(number), text);
        }
    }

    #[test]
    fn numbers_in_strings() {
        for (string, value) in [
            ("12", Some(Value::Int(12))),
            (" - 0x1F ", Some(Value::Int(-31))),
            ("010", Some(Value::Int(8))),
            ("08", None),
            ("1.5e-3", Some(Value::Float(0.0015))),
            ("0e5", None),
            ("1e+3", None),
            ("abc", None),
            ("", None),
            ("18446744073709551616", Some(Value::integer(BigInt::from(1u128 << 64)))),
        ] {
            assert_eq!(parse(string), value, "{string}");
        }
    }

    #[test]
    fn exact_comparison() {
        let big = 9_007_199_254_740_993;
        assert_eq!(
            compare(&Value::Int(big), &Value::Float(9_007_199_254_740_992.0)),
            Some(Ordering::Greater)
        );
        assert_eq!(compare(&Value::Int(1), &Value::Float(1.0)), Some(Ordering::Equal));
        assert_eq!(compare(&Value::Int(-1), &Value::Float(-1.5)), Some(Ordering::Greater));
        assert_eq!(compare(&Value::Int(1), &Value::Float(f64::NAN)), None);
    }
}
