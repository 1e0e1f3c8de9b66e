//! Integers and floats as Ruby's `sprintf` writes them. It differs from C in negative numbers of other bases than ten,
//! and in how it rounds.

use num_bigint::{BigInt, Sign};

use super::directive::{Directive, MAX_WIDTH, with_zeros};
use crate::number::shortest_digits;

/// An integer in the format `d`, `i`, `u`, `x`, `X`, `o`, `b` or `B`.
pub fn integer(directive: &Directive, number: &BigInt, letter: char) -> String {
    let radix: u32 = match letter {
        'x' | 'X' => 16,
        'o' => 8,
        'b' | 'B' => 2,
        _ => 10,
    };
    let negative = number.sign() == Sign::Minus;
    // Without a flag for the sign, a negative number in another base than ten is written as its two's complement, whose
    // leading digits are endless: `..f01`.
    if negative && radix != 10 && !directive.plus && !directive.space {
        return complement(directive, number, letter, radix);
    }
    let mut digits = number.magnitude().to_str_radix(radix);
    if letter == 'X' {
        digits = digits.to_uppercase();
    }
    let zero = digits == "0";
    let mut prefix = match letter {
        'x' | 'X' | 'b' | 'B' if directive.alt && !zero => format!("0{letter}"),
        'o' if directive.alt && !zero => "0".to_string(),
        _ => String::new(),
    };
    // The prefix of octal numbers is a zero. Zeros that the precision asks for take its place.
    if letter == 'o' && directive.precision.is_some_and(|precision| precision > digits.len()) {
        prefix.clear();
    }
    let sign = directive.sign(negative);
    match directive.precision {
        Some(precision) => {
            let precision = precision.min(MAX_WIDTH);
            // As in C, the number zero has no digits if the precision is zero, and the precision replaces the flag `0`.
            if zero && precision == 0 && !(letter == 'o' && directive.alt) {
                digits.clear();
            }
            let without_zeros = Directive { zero: false, ..*directive };
            without_zeros.number(sign, &prefix, &with_zeros(&digits, precision))
        }
        None => directive.number(sign, &prefix, &digits),
    }
}

/// A negative number as the digits of its two's complement, where `..` and a digit stand for endless leading ones.
fn complement(directive: &Directive, number: &BigInt, letter: char, radix: u32) -> String {
    let bits_per_digit = radix.trailing_zeros() as u64;
    let count = number.bits() / bits_per_digit + 2;
    let wrapped: BigInt = (BigInt::from(1) << (count * bits_per_digit)) + number;
    let top = std::char::from_digit(radix - 1, radix).unwrap_or('f');
    let all = wrapped.to_str_radix(radix);
    let mut digits = format!("{top}{}", all.trim_start_matches(top));
    let mut fill = top;
    if letter == 'X' {
        digits = digits.to_uppercase();
        fill = fill.to_ascii_uppercase();
    }
    let prefix = match letter {
        'x' | 'X' | 'b' | 'B' if directive.alt => format!("0{letter}"),
        _ => String::new(),
    };
    let filled = |width: usize| {
        let missing = width.min(MAX_WIDTH).saturating_sub(digits.len());
        std::iter::repeat_n(fill, missing).collect::<String>() + &digits
    };
    match (directive.precision, directive.width) {
        (Some(precision), _) => {
            directive_padded(directive, &format!("{prefix}..{}", filled(precision.saturating_sub(2))))
        }
        (None, Some(width)) if directive.zero && !directive.left => {
            format!("{prefix}..{}", filled(width.saturating_sub(prefix.len() + 2)))
        }
        _ => directive_padded(directive, &format!("{prefix}..{digits}")),
    }
}

fn directive_padded(directive: &Directive, text: &str) -> String {
    Directive { zero: false, ..*directive }.padded(text)
}

/// An integer in the format `f`. It is not converted to a float, so that none of its digits is lost.
pub fn whole(directive: &Directive, number: &BigInt) -> String {
    let places = directive.precision.unwrap_or(6).min(MAX_WIDTH);
    let point = if places == 0 { "" } else { "." };
    let digits = format!("{}{point}{}", number.magnitude(), "0".repeat(places));
    directive.number(directive.sign(number.sign() == Sign::Minus), "", &digits)
}

/// A float in the format `f`, `e`, `E`, `g`, `G`, `a` or `A`.
pub fn float(directive: &Directive, number: f64, letter: char) -> String {
    let negative = number.is_sign_negative() && !number.is_nan();
    let sign = directive.sign(negative);
    if !number.is_finite() {
        let word = if number.is_nan() { "NaN" } else { "Inf" };
        return directive_padded(directive, &format!("{sign}{word}"));
    }
    let magnitude = number.abs();
    let precision = directive.precision.unwrap_or(6).min(MAX_WIDTH);
    let (prefix, digits) = match letter {
        'f' => ("", with_point(fixed(magnitude, precision), directive.alt)),
        'e' | 'E' => ("", scientific(magnitude, precision, directive.alt)),
        'g' | 'G' => ("", general(magnitude, precision, directive.alt)),
        _ => ("0x", hexadecimal(magnitude, directive.precision, directive.alt)),
    };
    let text = directive.number(sign, prefix, &digits);
    if letter.is_ascii_uppercase() { text.to_uppercase() } else { text }
}

fn with_point(digits: String, alt: bool) -> String {
    if alt && !digits.contains('.') { digits + "." } else { digits }
}

fn scientific(number: f64, precision: usize, alt: bool) -> String {
    let (mantissa, exponent) = mantissa_and_exponent(number, precision);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", with_point(mantissa, alt), exponent.unsigned_abs())
}

/// A positive number with `places` digits after the point.
fn fixed(number: f64, places: usize) -> String {
    let exponent = shortest_digits(number).1;
    let keep = i64::from(exponent) + 1 + places as i64;
    let Some(kept) = usize::try_from(keep).ok().and_then(|keep| round_tie(number, exponent, keep)) else {
        // The exact decimal form of a float has at most 1,074 places. The standard library need not compute more.
        let exact = places.min(1_100);
        let zeros = "0".repeat(places - exact);
        return format!("{number:.exact$}{zeros}");
    };
    let padded = with_zeros(&kept, places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    if places == 0 { whole.to_string() } else { format!("{whole}.{fraction}") }
}

/// One digit, a point and `places` digits, together with the exponent.
fn mantissa_and_exponent(number: f64, places: usize) -> (String, i32) {
    let exponent = shortest_digits(number).1;
    if let Some(kept) = round_tie(number, exponent, places + 1) {
        let exponent = if kept.len() > places + 1 { exponent + 1 } else { exponent };
        let (first, rest) = kept.split_at(1);
        let rest = rest.get(..places).unwrap_or(rest);
        let point = if places == 0 { "" } else { "." };
        return (format!("{first}{point}{rest}"), exponent);
    }
    let exact = places.min(1_100);
    let text = format!("{number:.exact$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (format!("{mantissa}{}", "0".repeat(places - exact)), exponent.parse().unwrap_or(0))
}

/// The first `keep` digits of a number that lies about in the middle between two results, rounded to the even one. `None`
/// if it does not, so that the usual rounding applies.
///
/// Ruby computes up to 14 digits with the arithmetic of floats, which is fast and not exact. If the remainder is too near
/// to a half to tell, it takes the number for a tie and rounds to even: `2.55` becomes `2.6` and `0.45` becomes `0.4`,
/// although the exact values lie a little to one side. The result has one digit more if all of them were nines.
fn round_tie(number: f64, exponent: i32, keep: usize) -> Option<String> {
    if !(1..=14).contains(&keep) || !is_about_half(number, exponent, keep) {
        return None;
    }
    let text = format!("{number:.*e}", keep + 4);
    let digits: String = text.chars().filter(char::is_ascii_digit).take(keep).collect();
    let kept: u128 = digits.parse().ok()?;
    Some((kept + kept % 2).to_string())
}

/// Whether the remainder after `keep` digits is a half, as far as the arithmetic of floats can tell.
///
/// This repeats Ruby's computation step by step, because the result depends on its rounding errors. It divides the number
/// by a power of ten that is made of a few factors, and counts them to estimate the error.
fn is_about_half(number: f64, exponent: i32, keep: usize) -> bool {
    let power = exponent.unsigned_abs();
    let mut errors = 2.0;
    let mut scale = 10f64.powi((power & 15) as i32);
    let mut rest = number;
    let mut factors = power >> 4;
    if exponent > 0 && factors & 16 != 0 {
        factors &= 15;
        rest /= 1e256;
        errors += 1.0;
    }
    for (bit, factor) in [1e16, 1e32, 1e64, 1e128, 1e256].into_iter().enumerate() {
        if factors >> bit & 1 == 1 {
            errors += 1.0;
            scale *= factor;
        }
    }
    rest = if exponent > 0 { rest / scale } else { rest * scale };
    let tolerance = (errors * rest + 7.0) * f64::EPSILON * 10f64.powi(keep as i32 - 1);
    for place in 1..=keep {
        rest -= rest.trunc();
        if rest == 0.0 {
            return false;
        }
        if place < keep {
            rest *= 10.0;
        }
    }
    (0.5 - tolerance..=0.5 + tolerance).contains(&rest)
}

/// The format `g`: fixed or scientific, depending on the exponent, without trailing zeros.
fn general(number: f64, precision: usize, alt: bool) -> String {
    let precision = precision.max(1);
    let exponent = i64::from(mantissa_and_exponent(number, precision - 1).1);
    let trimmed = |text: String| {
        if alt || !text.contains('.') {
            text
        } else {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
    };
    if exponent < -4 || exponent >= precision as i64 {
        let text = scientific(number, precision - 1, alt);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        format!("{}e{exponent}", trimmed(mantissa.to_string()))
    } else {
        let places = usize::try_from(precision as i64 - 1 - exponent).unwrap_or(0);
        trimmed(with_point(fixed(number, places), alt))
    }
}

/// The format `a`, such as `0x1.8p+1`, without its prefix.
fn hexadecimal(number: f64, precision: Option<usize>, alt: bool) -> String {
    let bits = number.to_bits();
    let mut fraction = bits & ((1 << 52) - 1);
    let (mut whole, exponent) = match (bits >> 52) & 0x7ff {
        0 if fraction == 0 => (0u64, 0),
        0 => {
            // A subnormal number is shifted until its first digit is 1.
            let shift = fraction.leading_zeros() - 11;
            fraction = (fraction << shift) & ((1 << 52) - 1);
            (1, -1022 - i64::from(shift))
        }
        biased => (1, biased as i64 - 1023),
    };
    let digits = match precision {
        Some(precision) if precision < 13 => {
            let unit = 1u64 << (4 * (13 - precision));
            let value = (whole << 52) | fraction;
            let rest = value % unit;
            let mut rounded = value - rest;
            if rest > unit / 2 || rest == unit / 2 && (rounded / unit) % 2 == 1 {
                rounded += unit;
            }
            whole = rounded >> 52;
            let digits = format!("{:013x}", rounded & ((1 << 52) - 1));
            digits.get(..precision).unwrap_or_default().to_string()
        }
        Some(precision) => format!("{fraction:013x}{}", "0".repeat(precision.min(MAX_WIDTH) - 13)),
        None => format!("{fraction:013x}").trim_end_matches('0').to_string(),
    };
    // Rounding may have made the first digit a 2.
    let (whole, exponent) = if whole == 2 { (1, exponent + 1) } else { (whole, exponent) };
    let point = if digits.is_empty() && !alt { "" } else { "." };
    format!("{whole}{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_two_results() {
        let text = |places, number| fixed(number, places);
        assert_eq!(text(2, 2.675), "2.68");
        assert_eq!(text(2, 12.345), "12.34");
        assert_eq!(text(1, 0.25), "0.2");
        assert_eq!(text(0, 9.5), "10");
        // From 15 digits on, the exact value decides.
        assert_eq!(text(13, 96.78360633557475), "96.7836063355747");
        assert_eq!(scientific(3.403509208964515e-05, 14, false), "3.40350920896451e-05");
    }
}
