//! Conversions of other numbers and of strings to a `Rational`, which is a library written in Ruby.

use bunraku_intern::Symbol;
use num_bigint::BigInt;

use super::numbers::float_to_big;
use crate::{Args, Interp, R, value::Val};

/// `numerator / denominator` of two integers.
pub(super) fn fraction(interp: &mut Interp<'_>, numerator: Val, denominator: Val) -> R {
    ask(interp, "reduced", Args::new(vec![numerator, denominator]))
}

/// `Rational(value, by)`.
pub(super) fn convert(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    ask(interp, "convert", args.clone())
}

/// `string.to_r`.
pub(super) fn of_text(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    ask(interp, "leading", Args::new(vec![this.clone()]))
}

/// `to_r` of a number, which is exact.
pub(super) fn exact(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Float(number) => {
            let (mantissa, exponent) = parts(interp, *number)?;
            fraction_of_parts(interp, BigInt::from(mantissa), exponent)
        }
        _ => fraction(interp, this.clone(), Val::Int(1)),
    }
}

/// `rationalize`: the simplest fraction within a distance. Without an argument, it is the simplest one that still
/// rounds to the same float.
pub(super) fn near(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Val::Float(number) = this else { return exact(interp, this, args) };
    if let Some(within) = args.at(0) {
        let exact = exact(interp, this, &Args::none())?;
        return interp.call(&exact, "rationalize", vec![within.clone()]);
    }
    let (mantissa, exponent) = parts(interp, number.abs())?;
    if mantissa == 0 || exponent >= 0 {
        return exact(interp, this, &Args::none());
    }
    let twice = BigInt::from(mantissa) * 2;
    let low = fraction_of_parts(interp, &twice - 1, exponent - 1)?;
    let high = fraction_of_parts(interp, twice + 1, exponent - 1)?;
    let found = ask(interp, "simplest", Args::new(vec![low, high]))?;
    if number.is_sign_negative() { interp.call(&found, "-@", Vec::new()) } else { Ok(found) }
}

/// `a.quo(b)` of integers.
pub(super) fn quotient(interp: &mut Interp<'_>, this: &Val, other: &Val) -> R {
    let this = fraction(interp, this.clone(), Val::Int(1))?;
    interp.call(&this, "/", vec![other.clone()])
}

fn ask(interp: &mut Interp<'_>, method: &str, args: Args) -> R {
    let class = interp.constant_in(None, Symbol::new("Rational"))?;
    interp.send(&class, Symbol::new(method), args)
}

/// A float as an integer times a power of two.
fn parts(interp: &mut Interp<'_>, number: f64) -> R<(i64, i32)> {
    if !number.is_finite() {
        let shown = interp.to_s(&Val::Float(number))?;
        return Err(interp.error("FloatDomainError", shown));
    }
    let (mut mantissa, mut exponent) = (number, 0);
    // This takes at most about 1100 steps, because of the smallest exponent of a float.
    while mantissa.fract() != 0.0 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    while mantissa.abs() >= 9_007_199_254_740_992.0 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // The integer must use all 53 bits, because the last of them gives the interval of numbers that round to the float.
    while mantissa != 0.0 && mantissa.abs() < 4_503_599_627_370_496.0 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    let whole = i64::try_from(float_to_big(mantissa)).unwrap_or(0);
    Ok((whole, exponent))
}

fn fraction_of_parts(interp: &mut Interp<'_>, mantissa: BigInt, exponent: i32) -> R {
    let power = BigInt::from(1) << exponent.unsigned_abs();
    if exponent < 0 {
        fraction(interp, Val::integer(mantissa), Val::integer(power))
    } else {
        fraction(interp, Val::integer(mantissa * power), Val::Int(1))
    }
}
