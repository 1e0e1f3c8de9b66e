//! `Integer`.

mod bits;
mod divide;
mod round;
mod walk;

use num_bigint::{BigInt, Sign};

use super::numbers::{Operation, big, check_bits, coerced, float, no_complex};
use crate::{
    Args, Interp, R,
    class::{NativeClass, NativeMethod, method, no_constants},
    value::Val,
};

pub(super) use round::{Half, digits as round_digits, half, rounded_quotient};

pub(super) static INTEGER: NativeClass = NativeClass::in_chapters(
    "Integer",
    "Numeric",
    &[],
    &[METHODS, bits::METHODS, divide::METHODS, round::METHODS, walk::METHODS],
    &[method("sqrt", 1, 1, sqrt), method("try_convert", 1, 1, try_convert)],
    no_constants,
);

const METHODS: &[NativeMethod] = &[
    method("+", 1, 1, add),
    method("-", 1, 1, subtract),
    method("*", 1, 1, multiply),
    method("**", 1, 1, power),
    method("pow", 1, 2, pow),
    method("-@", 0, 0, negated),
    method("integer?", 0, 0, yes),
    method("even?", 0, 0, is_even),
    method("odd?", 0, 0, is_odd),
    method("to_s", 0, 1, to_s),
    method("inspect", 0, 1, to_s),
    method("to_i", 0, 0, itself),
    method("to_int", 0, 0, itself),
    method("numerator", 0, 0, itself),
    method("denominator", 0, 0, one),
    method("to_f", 0, 0, to_f),
    method("chr", 0, 1, chr),
    method("ord", 0, 0, itself),
    method("digits", 0, 1, digits),
    method("gcd", 1, 1, gcd),
    method("lcm", 1, 1, lcm),
    method("gcdlcm", 1, 1, gcdlcm),
];

/// The receiver as an integer.
fn integer(interp: &mut Interp<'_>, this: &Val) -> R<BigInt> {
    match big(this) {
        Some(number) => Ok(number),
        None => {
            let given = interp.given(this);
            Err(interp.type_error(format!("not an integer: {given}")))
        }
    }
}

fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

fn one(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Int(1))
}

fn yes(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Bool(true))
}

const ADD: Operation =
    Operation { name: "+", small: i64::checked_add, large: |a, b| a + b, float: |a, b| a + b };

const SUBTRACT: Operation =
    Operation { name: "-", small: i64::checked_sub, large: |a, b| a - b, float: |a, b| a - b };

const MULTIPLY: Operation =
    Operation { name: "*", small: i64::checked_mul, large: |a, b| a * b, float: |a, b| a * b };

pub(super) fn add(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    ADD.apply(interp, this, &args.get(0))
}

pub(super) fn subtract(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    SUBTRACT.apply(interp, this, &args.get(0))
}

pub(super) fn multiply(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    MULTIPLY.apply(interp, this, &args.get(0))
}

fn power(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    match (this, &other) {
        (_, Val::Float(exponent)) => {
            let base = float(this).unwrap_or(0.0);
            if base < 0.0 && exponent.fract() != 0.0 {
                return Err(no_complex(interp));
            }
            Ok(Val::Float(base.powf(*exponent)))
        }
        (_, Val::Int(exponent)) => {
            if *exponent < 0 {
                let base = super::rational::fraction(interp, this.clone(), Val::Int(1))?;
                return interp.call(&base, "**", vec![other]);
            }
            let base = integer(interp, this)?;
            if base.bits() <= 1 && *exponent > 0 {
                // Powers of 0, 1 and -1 do not grow, so that any exponent is allowed.
                return Ok(Val::integer(if exponent % 2 == 0 { &base * &base } else { base }));
            }
            if *exponent == 0 {
                return Ok(Val::Int(1));
            }
            let bits = float(this).unwrap_or(f64::INFINITY).abs().log2() * *exponent as f64;
            check_bits(interp, if bits.is_finite() { bits as u64 } else { u64::MAX })?;
            let exponent = u32::try_from(*exponent).unwrap_or(u32::MAX);
            Ok(Val::integer(base.pow(exponent)))
        }
        (_, Val::Big(exponent)) => {
            let base = integer(interp, this)?;
            if base.bits() <= 1 {
                return Ok(Val::integer(if exponent.bit(0) { base } else { &base * &base }));
            }
            Ok(Val::Float(float(this).unwrap_or(0.0).powf(float(&other).unwrap_or(0.0))))
        }
        _ => coerced(interp, this, &other, "**"),
    }
}

/// `pow(exponent, modulus)`.
fn pow(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(modulus) = args.at(1) else { return power(interp, this, args) };
    let base = integer(interp, this)?;
    let (Some(exponent), Some(modulus)) = (big(&args.get(0)), big(modulus)) else {
        return Err(
            interp.type_error("Integer#pow() 2nd argument not allowed unless all arguments are integers")
        );
    };
    if exponent.sign() == Sign::Minus {
        let message = "Integer#pow() 1st argument cannot be negative when 2nd argument specified";
        return Err(interp.error("RangeError", message));
    }
    if modulus.sign() == Sign::NoSign {
        return Err(super::numbers::divided_by_zero(interp));
    }
    let result = if exponent.bits() * modulus.bits() <= SMALL_POWER {
        base.modpow(&exponent, &modulus)
    } else {
        large_power(interp, &base, &exponent, &modulus)?
    };
    Ok(Val::integer(super::numbers::floor_divide(&result, &modulus).1))
}

/// Up to which number of bits of the exponent times those of the modulus a power takes no time worth counting.
const SMALL_POWER: u64 = 1 << 18;

/// A power with a modulus, by squaring, which counts each step: the host may end it.
fn large_power(interp: &mut Interp<'_>, base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> R<BigInt> {
    let work = 1 + ((modulus.bits() * modulus.bits()) >> 20);
    let base = base % modulus;
    let mut result = BigInt::from(1) % modulus;
    for bit in (0..exponent.bits()).rev() {
        interp.charge(work)?;
        result = &result * &result % modulus;
        if exponent.bit(bit) {
            interp.charge(work)?;
            result = result * &base % modulus;
        }
    }
    Ok(result)
}

fn negated(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(match this {
        Val::Int(number) if let Some(negated) = number.checked_neg() => Val::Int(negated),
        _ => Val::integer(-integer(interp, this)?),
    })
}

fn is_even(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(!integer(interp, this)?.bit(0)))
}

fn is_odd(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(integer(interp, this)?.bit(0)))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let base = match args.at(0) {
        None => return Ok(Val::str(interp.to_s(this)?)),
        Some(base) => interp.arg_int(base)?,
    };
    match u32::try_from(base) {
        Ok(base @ 2..=36) => {
            let number = integer(interp, this)?;
            interp.charge((number.bits() * number.bits()) >> 20)?;
            Ok(Val::str(number.to_str_radix(base)))
        }
        _ => Err(interp.argument_error(format!("invalid radix {base}"))),
    }
}

fn to_f(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(float(this).into())
}

/// The character with this code: a single byte up to 255, unless an encoding is given.
fn chr(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let number = match this {
        Val::Int(number) if *number <= i64::from(u32::MAX) => *number,
        _ => return Err(interp.error("RangeError", "bignum out of char range")),
    };
    match (args.at(0), u8::try_from(number)) {
        (None, Ok(byte)) if byte.is_ascii() => Ok(Val::str(char::from(byte))),
        (None, Ok(byte)) => Ok(Val::bytes(&[byte])),
        (None, Err(_)) => Err(interp.error("RangeError", format!("{number} out of char range"))),
        (Some(_), _) => match u32::try_from(number).ok().and_then(char::from_u32) {
            Some(char) => Ok(Val::str(char)),
            None => Err(interp.error("RangeError", format!("invalid codepoint 0x{number:X} in UTF-8"))),
        },
    }
}

fn digits(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let number = integer(interp, this)?;
    let base = match args.at(0) {
        Some(base @ (Val::Int(_) | Val::Big(_))) => integer(interp, base)?,
        Some(other) => BigInt::from(interp.arg_int(other)?),
        None => BigInt::from(10),
    };
    if base.sign() == Sign::Minus {
        return Err(interp.argument_error("negative radix"));
    }
    if base < BigInt::from(2) {
        return Err(interp.argument_error(format!("invalid radix {base}")));
    }
    if number.sign() == Sign::Minus {
        return Err(interp.error("Math::DomainError", "out of domain"));
    }
    if let Ok(base @ 2..=256) = u32::try_from(&base) {
        interp.charge((number.bits() * number.bits()) >> 20)?;
        let digits = number.to_radix_le(base).1;
        return Ok(Val::array(digits.into_iter().map(|digit| Val::Int(i64::from(digit))).collect()));
    }
    let mut digits = Vec::new();
    let mut rest = number;
    loop {
        interp.charge(1 + (rest.bits() >> 4))?;
        digits.push(Val::integer(&rest % &base));
        rest /= &base;
        if rest.sign() == Sign::NoSign {
            return Ok(Val::array(digits));
        }
    }
}

fn divisor(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<(BigInt, BigInt, BigInt)> {
    let Some(other) = big(&args.get(0)) else { return Err(interp.type_error("not an integer")) };
    let number = integer(interp, this)?;
    Ok((greatest_common_divisor(interp, &number, &other)?, number, other))
}

fn greatest_common_divisor(interp: &mut Interp<'_>, a: &BigInt, b: &BigInt) -> R<BigInt> {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b.sign() != Sign::NoSign {
        interp.charge(1 + (b.bits() >> 6))?;
        let rest = a % &b;
        (a, b) = (b, rest);
    }
    Ok(if a.sign() == Sign::Minus { -a } else { a })
}

fn gcd(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::integer(divisor(interp, this, args)?.0))
}

fn lcm(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (divisor, a, b) = divisor(interp, this, args)?;
    if divisor.sign() == Sign::NoSign {
        return Ok(Val::Int(0));
    }
    let multiple = a / divisor * b;
    Ok(Val::integer(if multiple.sign() == Sign::Minus { -multiple } else { multiple }))
}

fn gcdlcm(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (gcd, lcm) = (gcd(interp, this, args)?, lcm(interp, this, args)?);
    Ok(Val::array(vec![gcd, lcm]))
}

fn sqrt(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let number = match args.get(0) {
        Val::Float(number) => super::numbers::float_to_integer(interp, number)?,
        Val::Big(number) => Val::Big(number),
        other => Val::Int(interp.arg_int(&other)?),
    };
    let number = integer(interp, &number)?;
    if number.sign() == Sign::Minus {
        return Err(interp.error("Math::DomainError", "Numerical argument is out of domain - \"isqrt\""));
    }
    Ok(Val::integer(number.sqrt()))
}

fn try_convert(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(match args.get(0) {
        number @ (Val::Int(_) | Val::Big(_)) => number,
        _ => Val::Nil,
    })
}
