//! Integers as sequences of bits.

use num_bigint::{BigInt, Sign};

use super::integer;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::numbers::{big, check_bits, coerced},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("&", 1, 1, and),
    method("|", 1, 1, or),
    method("^", 1, 1, xor),
    method("~", 0, 0, not),
    method("<<", 1, 1, shift_left),
    method(">>", 1, 1, shift_right),
    method("[]", 1, 2, bit),
    method("bit_length", 0, 0, bit_length),
    method("size", 0, 0, size),
    method("allbits?", 1, 1, all_bits),
    method("anybits?", 1, 1, any_bits),
    method("nobits?", 1, 1, no_bits),
];

fn bitwise(
    interp: &mut Interp<'_>,
    this: &Val,
    args: &Args,
    name: &str,
    run: fn(BigInt, BigInt) -> BigInt,
) -> R {
    let other = args.get(0);
    match (big(this), big(&other)) {
        (Some(a), Some(b)) => Ok(Val::integer(run(a, b))),
        _ => coerced(interp, this, &other, name),
    }
}

fn and(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    bitwise(interp, this, args, "&", |a, b| a & b)
}

fn or(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    bitwise(interp, this, args, "|", |a, b| a | b)
}

fn xor(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    bitwise(interp, this, args, "^", |a, b| a ^ b)
}

fn not(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::integer(!integer(interp, this)?))
}

fn shift_left(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let by = shift_count(interp, args)?;
    shifted(interp, this, by)
}

fn shift_right(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let by = shift_count(interp, args)?;
    shifted(interp, this, by.saturating_neg())
}

/// The number of bits to shift by. An integer that does not fit in 64 bits is clamped.
fn shift_count(interp: &mut Interp<'_>, args: &Args) -> R<i64> {
    match args.get(0) {
        Val::Big(count) => Ok(if count.sign() == Sign::Minus { i64::MIN } else { i64::MAX }),
        other => interp.arg_int(&other),
    }
}

/// Shifts to the left, or to the right by a negative number of bits.
fn shifted(interp: &mut Interp<'_>, this: &Val, by: i64) -> R {
    let number = integer(interp, this)?;
    let bits = by.unsigned_abs();
    if by >= 0 {
        if number.sign() == Sign::NoSign {
            return Ok(Val::Int(0));
        }
        check_bits(interp, number.bits().saturating_add(bits))?;
        return Ok(Val::integer(number << bits));
    }
    if bits > number.bits() {
        return Ok(Val::Int(if number.sign() == Sign::Minus { -1 } else { 0 }));
    }
    Ok(Val::integer(number >> bits))
}

/// `n[3]`, `n[3, 2]` and `n[3..4]`: one or several bits.
fn bit(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (start, count) = match (args.get(0), args.at(1)) {
        (Val::Range(range), None) => {
            let first = if range.first.is_nil() { 0 } else { interp.arg_int(&range.first)? };
            let count = match &range.last {
                Val::Nil => None,
                last => {
                    let last = interp.arg_int(last)?;
                    Some(last.saturating_sub(first).saturating_add(i64::from(!range.exclusive)))
                }
            };
            (first, count.filter(|count| *count >= 0))
        }
        (start, Some(count)) => (interp.arg_int(&start)?, Some(interp.arg_int(count)?)),
        (Val::Big(number), None) => {
            let far = number.sign() == Sign::Plus && integer(interp, this)?.sign() == Sign::Minus;
            return Ok(Val::Int(i64::from(far)));
        }
        (index, None) => (interp.arg_int(&index)?, Some(1)),
    };
    if args.len() == 1 && start < 0 && !matches!(args.get(0), Val::Range(_)) {
        return Ok(Val::Int(0));
    }
    let moved = shifted(interp, this, start.saturating_neg())?;
    match count {
        None => Ok(moved),
        Some(count) => {
            let count = count.unsigned_abs();
            check_bits(interp, count)?;
            let mask = (BigInt::from(1) << count) - 1;
            Ok(Val::integer(integer(interp, &moved)? & mask))
        }
    }
}

fn bit_length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let number = integer(interp, this)?;
    let number = if number.sign() == Sign::Minus { !number } else { number };
    Ok(Val::Int(i64::try_from(number.bits()).unwrap_or(i64::MAX)))
}

/// The number of bytes in memory: 8, or more for a large integer.
fn size(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let bytes = integer(interp, this)?.bits().div_ceil(8).max(8);
    Ok(Val::Int(i64::try_from(bytes).unwrap_or(i64::MAX)))
}

fn masked(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<(BigInt, BigInt)> {
    let mask = match args.get(0) {
        Val::Big(mask) => (*mask).clone(),
        other => BigInt::from(interp.arg_int(&other)?),
    };
    Ok((integer(interp, this)? & &mask, mask))
}

fn all_bits(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (common, mask) = masked(interp, this, args)?;
    Ok(Val::Bool(common == mask))
}

fn any_bits(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(masked(interp, this, args)?.0.sign() != Sign::NoSign))
}

fn no_bits(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(masked(interp, this, args)?.0.sign() == Sign::NoSign))
}
