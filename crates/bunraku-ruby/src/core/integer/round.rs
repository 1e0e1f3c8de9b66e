//! Rounds integers to tens, hundreds and so on.

use num_bigint::{BigInt, Sign};

use super::integer;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::numbers::{check_bits, floor_divide},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("floor", 0, 1, floor),
    method("ceil", 0, 1, ceil),
    method("truncate", 0, 1, truncate),
    method("round", 0, 2, round),
];

/// How a number is rounded that is exactly halfway between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::core) enum Half {
    Up,
    Down,
    Even,
}

/// Reads the option `half:`.
pub(in crate::core) fn half(interp: &mut Interp<'_>, args: &Args) -> R<Half> {
    let name = match args.option("half") {
        None | Some(Val::Nil) => return Ok(Half::Up),
        Some(Val::Sym(name)) => name.to_string(),
        Some(Val::Str(name)) => name.text(),
        Some(other) => {
            let shown = interp.inspect(&other)?;
            return Err(interp.argument_error(format!("invalid rounding mode: {shown}")));
        }
    };
    match name.as_str() {
        "up" => Ok(Half::Up),
        "down" => Ok(Half::Down),
        "even" => Ok(Half::Even),
        _ => Err(interp.argument_error(format!("invalid rounding mode: {name}"))),
    }
}

/// Reads the number of digits.
pub(in crate::core) fn digits(interp: &mut Interp<'_>, args: &Args) -> R<i64> {
    args.check_plain(interp, 0, 1)?;
    match args.at(0) {
        None | Some(Val::Hash(_)) => Ok(0),
        Some(digits) => interp.arg_int(digits),
    }
}

/// The power of ten to round to; `None` if digits after the decimal point are requested, which integers do not have.
fn unit(interp: &mut Interp<'_>, args: &Args) -> R<Option<BigInt>> {
    let digits = digits(interp, args)?;
    if digits >= 0 {
        return Ok(None);
    }
    check_bits(interp, digits.unsigned_abs().saturating_mul(4))?;
    Ok(Some(BigInt::from(10).pow(u32::try_from(digits.unsigned_abs()).unwrap_or(u32::MAX))))
}

/// Whether the result is 0 because the number is small compared to the power of ten. Ruby estimates this from the size
/// of the number in bytes.
fn is_below(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<bool> {
    let bytes = integer(interp, this)?.bits().div_ceil(8).max(8);
    let digits = digits(interp, args)?.unsigned_abs();
    Ok(0.415241 * digits as f64 - 0.125 > bytes as f64)
}

fn floor(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(unit) = unit(interp, args)? else { return Ok(this.clone()) };
    if is_below(interp, this, args)? {
        return Ok(Val::Int(0));
    }
    let number = integer(interp, this)?;
    Ok(Val::integer(floor_divide(&number, &unit).0 * unit))
}

fn ceil(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(unit) = unit(interp, args)? else { return Ok(this.clone()) };
    if is_below(interp, this, args)? {
        return Ok(Val::Int(0));
    }
    let number = integer(interp, this)?;
    Ok(Val::integer(-(floor_divide(&-number, &unit).0 * unit)))
}

fn truncate(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(unit) = unit(interp, args)? else { return Ok(this.clone()) };
    if is_below(interp, this, args)? {
        return Ok(Val::Int(0));
    }
    Ok(Val::integer(integer(interp, this)? / &unit * unit))
}

fn round(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let half = half(interp, args)?;
    let Some(unit) = unit(interp, args)? else { return Ok(this.clone()) };
    if is_below(interp, this, args)? {
        return Ok(Val::Int(0));
    }
    let number = integer(interp, this)?;
    let negative = number.sign() == Sign::Minus;
    let magnitude = if negative { -number } else { number };
    let rounded = rounded_quotient(&magnitude, &unit, half) * unit;
    Ok(Val::integer(if negative { -rounded } else { rounded }))
}

/// The rounded quotient of two positive numbers.
pub(in crate::core) fn rounded_quotient(number: &BigInt, unit: &BigInt, half: Half) -> BigInt {
    let (quotient, rest) = floor_divide(number, unit);
    let up = match (&rest * 2i32).cmp(unit) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => match half {
            Half::Up => true,
            Half::Down => false,
            Half::Even => quotient.bit(0),
        },
    };
    if up { quotient + 1 } else { quotient }
}
