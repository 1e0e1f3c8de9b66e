//! The ways from other numbers and from texts to a `Rational`, which is a library written in Ruby.

use bunraku_intern::Symbol;
use num_bigint::BigInt;

use super::numbers::float_to_big;
use crate::{Args, Interp, R, value::Val};

/// `numerator / denominator`, both of them integers.
pub(super) fn fraction(interp: &mut Interp<'_>, numerator: Val, denominator: Val) -> R {
    ask(interp, "reduced", Args::new(vec![numerator, denominator]))
}

/// `Rational(value, by)`.
pub(super) fn convert(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    ask(interp, "convert", args.clone())
}

/// `text.to_r`.
pub(super) fn of_text(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    ask(interp, "leading", Args::new(vec![this.clone()]))
}

/// `to_r` of a number: exactly what it is.
pub(super) fn exact(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Float(number) => {
            let (mantissa, exponent) = parts(interp, *number)?;
            fraction_of_parts(interp, BigInt::from(mantissa), exponent)
        }
        _ => fraction(interp, this.clone(), Val::Int(1)),
    }
}

/// `rationalize` of a number: the simplest fraction that is near enough, which for a float is one that reads as it.
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

/// A float as a whole number times a power of two.
fn parts(interp: &mut Interp<'_>, number: f64) -> R<(i64, i32)> {
    if !number.is_finite() {
        let shown = interp.to_s(&Val::Float(number))?;
        return Err(interp.error("FloatDomainError", shown));
    }
    let (mut mantissa, mut exponent) = (number, 0);
    // At most some 1100 times: a float has no more powers of two.
    while mantissa.fract() != 0.0 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    while mantissa.abs() >= 9_007_199_254_740_992.0 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // All the bits that the float has, as what is near to it depends on the last of them.
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
