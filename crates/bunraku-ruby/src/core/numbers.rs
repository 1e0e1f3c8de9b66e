//! What the number classes share: arithmetic on integers of any size and floats, and coercion.

use num_bigint::{BigInt, Sign};

use crate::{Interp, Limit, R, Unwind, value::Val};

/// The maximum number of bits of an integer, because arithmetic on larger ones takes too long.
const MAX_BITS: u64 = 1 << 20;

/// An integer as a `BigInt`; `None` for other values.
pub(super) fn big(value: &Val) -> Option<BigInt> {
    match value {
        Val::Int(number) => Some(BigInt::from(*number)),
        Val::Big(number) => Some((**number).clone()),
        _ => None,
    }
}

/// A number as a float; `None` for other values.
pub(super) fn float(value: &Val) -> Option<f64> {
    match value {
        Val::Int(number) => Some(*number as f64),
        Val::Big(number) => Some(big_to_float(number)),
        Val::Float(number) => Some(*number),
        _ => None,
    }
}

/// Whether a value is an integer or a float.
pub(super) fn is_number(value: &Val) -> bool {
    matches!(value, Val::Int(_) | Val::Big(_) | Val::Float(_))
}

/// The nearest float, or infinity if the number is too large.
pub(super) fn big_to_float(number: &BigInt) -> f64 {
    let bits = number.bits();
    if bits <= 64 {
        let magnitude = number.iter_u64_digits().next().unwrap_or(0) as f64;
        return if number.sign() == Sign::Minus { -magnitude } else { magnitude };
    }
    if bits > 1100 {
        return if number.sign() == Sign::Minus { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    // The first 64 bits round in the same way as all bits, if the last one is set when any of the others is.
    let shift = bits - 64;
    let magnitude = BigInt::from_biguint(Sign::Plus, number.magnitude().clone());
    let top: BigInt = &magnitude >> shift;
    let rest = magnitude != &top << shift;
    let top = top.iter_u64_digits().next().unwrap_or(0) | u64::from(rest);
    let value = top as f64 * 2f64.powi(i32::try_from(shift).unwrap_or(i32::MAX));
    if number.sign() == Sign::Minus { -value } else { value }
}

/// The integer part of a finite float.
pub(crate) fn float_to_big(number: f64) -> BigInt {
    let bits = number.to_bits();
    let exponent = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0) - 1075;
    let mantissa = (bits & ((1 << 52) - 1)) | if exponent == -1075 { 0 } else { 1 << 52 };
    let magnitude = if exponent >= 0 {
        BigInt::from(mantissa) << exponent.unsigned_abs()
    } else {
        BigInt::from(mantissa) >> exponent.unsigned_abs()
    };
    if number < 0.0 { -magnitude } else { magnitude }
}

/// The integer part of a float. It is an error if the float is not finite.
pub(super) fn float_to_integer(interp: &mut Interp<'_>, number: f64) -> R {
    if number.is_finite() {
        return Ok(Val::integer(float_to_big(number)));
    }
    let shown = bunraku_pcore::number::float_text(number);
    Err(interp.error("FloatDomainError", shown))
}

/// Division that rounds down, and the remainder with the sign of the divisor, which must not be zero.
pub(super) fn floor_divide(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, remainder) = (a / b, a % b);
    let mixed = (remainder.sign() == Sign::Minus) != (b.sign() == Sign::Minus);
    if remainder.sign() != Sign::NoSign && mixed {
        (quotient - 1, remainder + b)
    } else {
        (quotient, remainder)
    }
}

/// The remainder of two floats with the sign of the divisor.
pub(super) fn float_modulo(a: f64, b: f64) -> f64 {
    float_divmod(a, b).1
}

/// The quotient of two floats, rounded down, and the remainder. The divisor must not be zero.
pub(super) fn float_divmod(a: f64, b: f64) -> (f64, f64) {
    if b.is_nan() {
        return (b, b);
    }
    let remainder = if a == 0.0 || (b.is_infinite() && a.is_finite()) { a } else { a % b };
    let quotient = if a.is_infinite() && b.is_finite() { a } else { ((a - remainder) / b).round() };
    if b * remainder < 0.0 { (quotient - 1.0, remainder + b) } else { (quotient, remainder) }
}

/// An operation that is implemented separately for small integers, large integers and floats.
pub(super) struct Operation {
    pub name: &'static str,
    pub small: fn(i64, i64) -> Option<i64>,
    pub large: fn(&BigInt, &BigInt) -> BigInt,
    pub float: fn(f64, f64) -> f64,
}

impl Operation {
    /// Applies the operation. An operand that is not a core number is asked to coerce both.
    pub(super) fn apply(&self, interp: &mut Interp<'_>, a: &Val, b: &Val) -> R {
        match (a, b) {
            (Val::Int(x), Val::Int(y)) => match (self.small)(*x, *y) {
                Some(result) => Ok(Val::Int(result)),
                None => Ok(Val::integer((self.large)(&BigInt::from(*x), &BigInt::from(*y)))),
            },
            (Val::Float(x), Val::Float(y)) => Ok(Val::Float((self.float)(*x, *y))),
            (Val::Float(x), other) if let Some(y) = float(other) => Ok(Val::Float((self.float)(*x, y))),
            (_, Val::Float(y)) if let Some(x) = float(a) => Ok(Val::Float((self.float)(x, *y))),
            _ => match (big(a), big(b)) {
                (Some(x), Some(y)) => {
                    check_bits(interp, x.bits().saturating_add(y.bits()))?;
                    Ok(Val::integer((self.large)(&x, &y)))
                }
                _ => coerced(interp, a, b, self.name),
            },
        }
    }
}

/// Checks the size of an integer before it is computed.
pub(super) fn check_bits(interp: &mut Interp<'_>, bits: u64) -> R<()> {
    if bits > MAX_BITS {
        let message = format!("this creates an integer of more than {MAX_BITS} bits");
        return Err(interp.limit(
            Limit::Size,
            message,
            "look for an endless loop that multiplies, or use floats",
        ));
    }
    // Large operations count as many steps. The cost of a multiplication grows with the square of the bits.
    interp.charge((bits * bits) >> 23)
}

/// An operation with an operand that is not a core number, whose `coerce` makes both compatible.
pub(super) fn coerced(interp: &mut Interp<'_>, a: &Val, b: &Val, name: &str) -> R {
    match coerce_pair(interp, a, b)? {
        Some((a, b)) => interp.call(&a, name, vec![b]),
        None => {
            let given = match b {
                Val::Sym(_) | Val::Float(_) => interp.inspect(b)?,
                other => interp.given(other),
            };
            let class = interp.real_class(a).name();
            Err(interp.type_error(format!("{given} can't be coerced into {class}")))
        }
    }
}

/// Both operands as the second one coerces them, if it has `coerce`.
pub(super) fn coerce_pair(interp: &mut Interp<'_>, a: &Val, b: &Val) -> R<Option<(Val, Val)>> {
    if !matches!(b, Val::Object(_)) || !interp.responds(b, "coerce") {
        return Ok(None);
    }
    match interp.call(b, "coerce", vec![a.clone()])? {
        Val::Array(pair) if pair.len() == 2 => {
            Ok(Some((pair.get(0).unwrap_or_default(), pair.get(1).unwrap_or_default())))
        }
        _ => Err(interp.type_error("coerce must return [x, y]")),
    }
}

/// The error of a division by zero.
pub(super) fn divided_by_zero(interp: &mut Interp<'_>) -> Box<Unwind> {
    interp.error("ZeroDivisionError", "divided by 0")
}

/// The error for a result that would be a complex number.
pub(super) fn no_complex(interp: &mut Interp<'_>) -> Box<Unwind> {
    interp.refuse("complex numbers are not implemented", "check the sign of the number first")
}
