//! Rounding floats.

use num_bigint::BigInt;

use super::float;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::{
        integer::{Half, half, round_digits, rounded_quotient},
        numbers::{big_to_float, float_to_big, float_to_integer},
    },
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("floor", 0, 1, floor),
    method("ceil", 0, 1, ceil),
    method("truncate", 0, 1, truncate),
    method("round", 0, 2, round),
];

fn floor(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let digits = round_digits(interp, args)?;
    let number = float(interp, this)?;
    cut(interp, number, digits, "floor")
}

fn ceil(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let digits = round_digits(interp, args)?;
    let number = float(interp, this)?;
    cut(interp, number, digits, "ceil")
}

fn truncate(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let digits = round_digits(interp, args)?;
    let number = float(interp, this)?;
    cut(interp, number, digits, if number > 0.0 { "floor" } else { "ceil" })
}

/// `floor` and `ceil` to a number of digits after the decimal point, or before it if the number is negative.
fn cut(interp: &mut Interp<'_>, number: f64, digits: i64, name: &str) -> R {
    let down = name == "floor";
    if digits <= 0 {
        let whole = float_to_integer(interp, if down { number.floor() } else { number.ceil() })?;
        return if digits < 0 { interp.call(&whole, name, vec![Val::Int(digits)]) } else { Ok(whole) };
    }
    if number == 0.0 || has_fewer(number, digits) {
        return Ok(Val::Float(number));
    }
    if is_below(number, digits) {
        let one = 10f64.powi(i32::try_from(-digits).unwrap_or(i32::MIN));
        return Ok(Val::Float(match (down, number > 0.0) {
            (true, true) | (false, false) => 0.0,
            (true, false) => -one,
            (false, true) => one,
        }));
    }
    let unit = 10f64.powi(i32::try_from(digits).unwrap_or(i32::MAX));
    let scaled = number * unit;
    Ok(Val::Float(if down {
        // The product was rounded, possibly down past an integer. As in Ruby, the next candidate is taken if it is
        // still not above the number.
        let near = (scaled.floor() + 1.0) / unit;
        if near > number { scaled.floor() / unit } else { near }
    } else {
        scaled.ceil() / unit
    }))
}

fn round(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let half = half(interp, args)?;
    let digits = round_digits(interp, args)?;
    let number = float(interp, this)?;
    if digits < 0 {
        let whole = float_to_integer(interp, number.trunc())?;
        return interp.call(&whole, "round", args.list.to_vec());
    }
    if digits == 0 {
        return float_to_integer(interp, round_whole(number, half));
    }
    if !number.is_finite() || number == 0.0 || has_fewer(number, digits) {
        return Ok(Val::Float(number));
    }
    if is_below(number, digits) {
        return Ok(Val::Float(0.0));
    }
    if digits > 14 {
        return Ok(Val::Float(round_exactly(number, digits, half)));
    }
    let unit = 10f64.powi(i32::try_from(digits).unwrap_or(i32::MAX));
    let scaled = round_scaled(number.abs(), unit, half) / unit;
    Ok(Val::Float(if scaled.is_finite() { scaled.copysign(number) } else { number }))
}

fn round_whole(number: f64, half: Half) -> f64 {
    match half {
        Half::Up => number.round(),
        Half::Even => number.round_ties_even(),
        Half::Down => {
            let whole = number.abs().floor();
            let up = number.abs() - whole > 0.5;
            if up { (whole + 1.0).copysign(number) } else { whole.copysign(number) }
        }
    }
}

/// Rounds a positive number times a power of ten, and corrects for the rounding of the product itself, as Ruby does.
fn round_scaled(number: f64, unit: f64, half: Half) -> f64 {
    let scaled = number * unit;
    match half {
        Half::Up => {
            let whole = scaled.round();
            if (whole + 0.5) / unit <= number { whole + 1.0 } else { whole }
        }
        Half::Down => {
            let whole = scaled.round();
            if (whole - 0.5) / unit >= number { whole - 1.0 } else { whole }
        }
        Half::Even => {
            let whole = scaled.floor();
            let rest = scaled - whole;
            if rest > 0.5 {
                whole + 1.0
            } else if rest == 0.5 || (whole + 0.5) / unit <= number {
                whole + whole % 2.0
            } else {
                whole
            }
        }
    }
}

/// A float as an exact fraction of an integer and a power of two.
pub(super) fn fraction(number: f64) -> (BigInt, BigInt) {
    let mut shift = 0u32;
    let mut scaled = number.abs();
    // Doubling is exact, and ends when there is no fractional part left.
    while scaled.fract() != 0.0 && shift < 1100 {
        scaled *= 2.0;
        shift += 1;
    }
    (float_to_big(scaled), BigInt::from(1) << shift)
}

fn round_exactly(number: f64, digits: i64, half: Half) -> f64 {
    let (above, below) = fraction(number);
    let unit = BigInt::from(10).pow(u32::try_from(digits).unwrap_or(400).min(400));
    let whole = rounded_quotient(&(above * &unit), &below, half);
    quotient(&whole, &unit).copysign(number)
}

/// The quotient of a positive number and a power of ten, as the nearest float.
fn quotient(number: &BigInt, unit: &BigInt) -> f64 {
    let text = format!("{number}e-{}", unit.to_string().len() - 1);
    text.parse().unwrap_or_else(|_| big_to_float(number) / big_to_float(unit))
}

/// The exponent `e` for which the number is between 0.5 and 1 times `2^e`, as `frexp` gives it.
fn binary_exponent(number: f64) -> i64 {
    let bits = number.to_bits() >> 52 & 0x7ff;
    match bits {
        0 => binary_exponent(number * 2f64.powi(64)) - 64,
        bits => i64::try_from(bits).unwrap_or(0) - 1022,
    }
}

/// Whether a float cannot have more digits after the decimal point than these, by Ruby's estimate.
fn has_fewer(number: f64, digits: i64) -> bool {
    let exponent = binary_exponent(number);
    digits >= 17 - if exponent > 0 { exponent / 4 } else { exponent / 3 - 1 }
}

/// Whether a number is so small that it rounds to 0, by Ruby's estimate.
fn is_below(number: f64, digits: i64) -> bool {
    let exponent = binary_exponent(number);
    digits < -(if exponent > 0 { exponent / 3 + 1 } else { exponent / 4 })
}
