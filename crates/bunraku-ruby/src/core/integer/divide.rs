//! Division.

use num_bigint::{BigInt, Sign};

use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::numbers::{
        Operation, big, divided_by_zero, float, float_divmod, float_modulo, float_to_integer, floor_divide,
    },
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("/", 1, 1, divide),
    method("%", 1, 1, modulo),
    method("modulo", 1, 1, modulo),
    method("div", 1, 1, div),
    method("divmod", 1, 1, divmod),
    method("fdiv", 1, 1, fdiv),
    method("ceildiv", 1, 1, ceildiv),
];

const DIVIDE: Operation =
    Operation { name: "/", small: small_divide, large: |a, b| floor_divide(a, b).0, float: |a, b| a / b };

const MODULO: Operation =
    Operation { name: "%", small: small_modulo, large: |a, b| floor_divide(a, b).1, float: float_modulo };

const DIV: Operation = Operation {
    name: "div",
    small: small_divide,
    large: |a, b| floor_divide(a, b).0,
    float: |a, b| (a / b).floor(),
};

/// Division that rounds down; `None` if the result does not fit.
fn small_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let remainder = a.checked_rem(b)?;
    if remainder != 0 && (remainder < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}

/// The remainder with the sign of the divisor.
fn small_modulo(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

fn divide(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = not_zero(interp, args)?;
    DIVIDE.apply(interp, this, &other)
}

fn modulo(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = not_zero(interp, args)?;
    if matches!(other, Val::Float(0.0)) {
        return Err(divided_by_zero(interp));
    }
    MODULO.apply(interp, this, &other)
}

fn div(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = not_zero(interp, args)?;
    if matches!(other, Val::Float(0.0)) {
        return Err(divided_by_zero(interp));
    }
    match DIV.apply(interp, this, &other)? {
        Val::Float(quotient) => float_to_integer(interp, quotient),
        quotient => Ok(quotient),
    }
}

fn divmod(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let (Some(a), Val::Float(b)) = (float(this), args.get(0))
        && b != 0.0
    {
        let (quotient, rest) = float_divmod(a, b);
        return Ok(Val::array(vec![float_to_integer(interp, quotient)?, Val::Float(rest)]));
    }
    let (quotient, rest) = (div(interp, this, args)?, modulo(interp, this, args)?);
    Ok(Val::array(vec![quotient, rest]))
}

fn not_zero(interp: &mut Interp<'_>, args: &Args) -> R {
    match args.get(0) {
        Val::Int(0) => Err(divided_by_zero(interp)),
        other => Ok(other),
    }
}

fn fdiv(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    match (big(this), big(&other)) {
        // The operands may be too large for a float although their quotient is not.
        (Some(a), Some(b)) if a.bits().max(b.bits()) > 62 && b.sign() != Sign::NoSign => {
            Ok(Val::Float(quotient(&a, &b)))
        }
        (Some(a), Some(b)) if b.sign() != Sign::NoSign => {
            // Ruby reduces the fraction first, which changes the rounding of some quotients.
            let divisor = super::greatest_common_divisor(interp, &a, &b)?;
            let (a, b) = (Val::integer(a / &divisor), Val::integer(b / divisor));
            Ok(float(&a).zip(float(&b)).map(|(a, b)| a / b).into())
        }
        _ => match (float(this), float(&other)) {
            (Some(a), Some(b)) => Ok(Val::Float(a / b)),
            _ => crate::core::numbers::coerced(interp, this, &other, "fdiv"),
        },
    }
}

/// The quotient as the nearest float.
fn quotient(a: &BigInt, b: &BigInt) -> f64 {
    // Compute more bits than a float has, and set the last one if there is a remainder. Then the conversion rounds
    // correctly.
    let shift = i64::try_from(b.bits()).unwrap_or(0) - i64::try_from(a.bits()).unwrap_or(0) + 66;
    let (a, b) = if shift >= 0 {
        (a << shift.unsigned_abs(), b.clone())
    } else {
        (a.clone(), b << shift.unsigned_abs())
    };
    let (whole, rest) = (&a / &b, &a % &b);
    let sticky = if rest.sign() == Sign::NoSign { whole } else { whole | BigInt::from(1) };
    let scale = i32::try_from(-shift).unwrap_or(if shift < 0 { i32::MAX } else { i32::MIN });
    crate::core::numbers::big_to_float(&sticky) * 2f64.powi(scale)
}

fn ceildiv(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let negated = interp.call(this, "-@", Vec::new())?;
    let quotient = div(interp, &negated, args)?;
    interp.call(&quotient, "-@", Vec::new())
}
