//! `Numeric`: what integers and floats share.

mod step;

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::numbers::{big, big_to_float, coerce_pair, coerced, float, is_number, no_complex};
use crate::{
    Args, Interp, R,
    class::{NativeClass, NativeMethod, method},
    compare::compare_numbers,
    value::{HashKey, Val},
};

pub(super) static NUMERIC: NativeClass =
    NativeClass::class("Numeric", "Object", &["Comparable"], METHODS, &[]);

const METHODS: &[NativeMethod] = &[
    method("+@", 0, 0, itself),
    method("-@", 0, 0, negated),
    method("==", 1, 1, equal),
    method("===", 1, 1, equal),
    method("eql?", 1, 1, eql),
    method("<=>", 1, 1, compare),
    method("<", 1, 1, less),
    method("<=", 1, 1, at_most),
    method(">", 1, 1, greater),
    method(">=", 1, 1, at_least),
    method("coerce", 1, 1, coerce),
    method("integer?", 0, 0, no),
    method("real?", 0, 0, yes),
    method("real", 0, 0, itself),
    method("conj", 0, 0, itself),
    method("conjugate", 0, 0, itself),
    method("imag", 0, 0, zero),
    method("imaginary", 0, 0, zero),
    method("rect", 0, 0, rect),
    method("rectangular", 0, 0, rect),
    method("arg", 0, 0, arg),
    method("angle", 0, 0, arg),
    method("phase", 0, 0, arg),
    method("polar", 0, 0, polar),
    method("zero?", 0, 0, is_zero),
    method("nonzero?", 0, 0, nonzero),
    method("positive?", 0, 0, is_positive),
    method("negative?", 0, 0, is_negative),
    method("finite?", 0, 0, yes),
    method("infinite?", 0, 0, nothing),
    method("div", 1, 1, div),
    method("divmod", 1, 1, divmod),
    method("remainder", 1, 1, remainder),
    method("fdiv", 1, 1, fdiv),
    method("quo", 1, 1, quo),
    method("abs", 0, 0, abs),
    method("magnitude", 0, 0, abs),
    method("abs2", 0, 0, squared),
    method("to_int", 0, 0, to_int),
    method("to_c", 0, 0, complex),
    method("i", 0, 0, complex),
    method("to_r", 0, 0, super::rational::exact),
    method("rationalize", 0, 1, super::rational::near),
    method("step", 0, 3, step::step),
    method("clone", 0, 1, itself),
    method("dup", 0, 0, itself),
];

fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

fn yes(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Bool(true))
}

fn no(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Bool(false))
}

fn nothing(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Nil)
}

fn zero(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Int(0))
}

/// `rect`: the real and the imaginary part.
fn rect(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::array(vec![this.clone(), Val::Int(0)]))
}

/// `arg`: the angle in the complex plane, which is pi for a negative number.
fn arg(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Float(number) if number.is_nan() => Ok(this.clone()),
        Val::Float(number) if number.is_sign_negative() => Ok(Val::Float(std::f64::consts::PI)),
        _ if order_to_zero(interp, this)? == Some(Ordering::Less) => Ok(Val::Float(std::f64::consts::PI)),
        _ => Ok(Val::Int(0)),
    }
}

fn polar(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (length, angle) = (abs(interp, this, args)?, arg(interp, this, args)?);
    Ok(Val::array(vec![length, angle]))
}

fn negated(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.call(&Val::Int(0), "-", vec![this.clone()])
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    match &other {
        // Only an object such as a `Rational` knows how it compares with a number.
        Val::Object(_) => Ok(Val::Bool(interp.equal(&other, this)?)),
        _ => Ok(Val::Bool(interp.equal(this, &other)?)),
    }
}

fn eql(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(HashKey(this.clone()) == HashKey(args.get(0))))
}

fn compare(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if is_number(this) && is_number(&other) {
        return Ok(super::string::order_value(compare_numbers(this, &other)));
    }
    // An object such as a `Rational` coerces both operands.
    let pair = if is_number(this) { coerce_pair(interp, this, &other)? } else { None };
    match pair {
        Some((a, b)) => interp.call(&a, "<=>", vec![b]),
        None if this.same(&other) => Ok(Val::Int(0)),
        None => Ok(Val::Nil),
    }
}

fn ordered(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str, wanted: fn(Ordering) -> bool) -> R {
    let other = args.get(0);
    if is_number(this) && is_number(&other) {
        // Every comparison with NaN is false.
        return Ok(Val::Bool(compare_numbers(this, &other).is_some_and(wanted)));
    }
    let pair = if is_number(this) { coerce_pair(interp, this, &other)? } else { None };
    match pair {
        Some((a, b)) => interp.call(&a, name, vec![b]),
        None => Ok(Val::Bool(wanted(interp.order(this, &other)?))),
    }
}

fn less(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    ordered(interp, this, args, "<", Ordering::is_lt)
}

fn at_most(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    ordered(interp, this, args, "<=", Ordering::is_le)
}

fn greater(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    ordered(interp, this, args, ">", Ordering::is_gt)
}

fn at_least(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    ordered(interp, this, args, ">=", Ordering::is_ge)
}

/// Converts two numbers to the same class, both integers or both floats.
fn coerce(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if let (Val::Int(_) | Val::Big(_), Val::Int(_) | Val::Big(_)) = (this, &other) {
        return Ok(Val::array(vec![other, this.clone()]));
    }
    let a = super::conversions::to_float(interp, &other)?;
    let b = super::conversions::to_float(interp, this)?;
    Ok(Val::array(vec![Val::Float(a), Val::Float(b)]))
}

fn order_to_zero(interp: &mut Interp<'_>, this: &Val) -> R<Option<Ordering>> {
    if is_number(this) { Ok(compare_numbers(this, &Val::Int(0))) } else { interp.compare(this, &Val::Int(0)) }
}

fn is_zero(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(order_to_zero(interp, this)? == Some(Ordering::Equal)))
}

fn nonzero(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let zero = order_to_zero(interp, this)? == Some(Ordering::Equal);
    Ok(if zero { Val::Nil } else { this.clone() })
}

fn is_positive(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(order_to_zero(interp, this)? == Some(Ordering::Greater)))
}

fn is_negative(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(order_to_zero(interp, this)? == Some(Ordering::Less)))
}

fn div(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if matches!(other, Val::Float(0.0)) {
        return Err(super::numbers::divided_by_zero(interp));
    }
    let quotient = interp.call(this, "/", vec![other])?;
    interp.call(&quotient, "floor", Vec::new())
}

fn divmod(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if !is_number(&other) {
        return coerced(interp, this, &other, "divmod");
    }
    let quotient = div(interp, this, args)?;
    let rest = interp.call(this, "%", vec![other])?;
    Ok(Val::array(vec![quotient, rest]))
}

/// Like `%`, but with the sign of the receiver.
fn remainder(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if !is_number(&other) {
        return coerced(interp, this, &other, "remainder");
    }
    let rest = interp.call(this, "%", vec![other.clone()])?;
    let zero = Val::Int(0);
    let mixed = compare_numbers(this, &zero) == compare_numbers(&other, &zero).map(Ordering::reverse);
    let exact = compare_numbers(&rest, &zero) == Some(Ordering::Equal);
    match other {
        Val::Float(other) if mixed && other.is_infinite() => Ok(this.clone()),
        other if mixed && !exact => interp.call(&rest, "-", vec![other]),
        _ => Ok(rest),
    }
}

fn fdiv(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if let (Val::Big(_), Val::Int(_) | Val::Big(_)) | (Val::Int(_), Val::Big(_)) = (this, &other)
        && let (Some(a), Some(b)) = (big(this), big(&other))
    {
        return Ok(Val::Float(exact_quotient(&a, &b)));
    }
    match (float(this), float(&other)) {
        (Some(a), Some(b)) => Ok(Val::Float(a / b)),
        _ => coerced(interp, this, &other, "fdiv"),
    }
}

/// The quotient of integers that are too large for floats. It is rounded only once.
fn exact_quotient(a: &BigInt, b: &BigInt) -> f64 {
    if b.sign() == num_bigint::Sign::NoSign {
        return big_to_float(a) / 0.0;
    }
    let bits = |number: &BigInt| i64::try_from(number.bits()).unwrap_or(i64::MAX);
    // Compute some more bits than a float has, and a last one that is set if there is a remainder.
    let shift = (66 - (bits(a) - bits(b))).clamp(-1_000_000, 1_000_000);
    let by = shift.unsigned_abs();
    let (a, b) = if shift >= 0 { (a << by, b.clone()) } else { (a.clone(), b << by) };
    let (quotient, rest) = (&a / &b, &a % &b);
    let sticky = if rest.sign() == num_bigint::Sign::NoSign { BigInt::from(0) } else { BigInt::from(1) };
    let quotient = big_to_float(&((quotient << 1u32) | sticky));
    let mut power = -(shift + 1);
    let mut result = quotient;
    // Scale in steps, because the power of two alone may not fit in a float.
    while power != 0 && result != 0.0 && result.is_finite() {
        let step = power.clamp(-1000, 1000);
        result *= 2f64.powi(i32::try_from(step).unwrap_or(0));
        power -= step;
    }
    result
}

fn quo(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if matches!((this, &other), (Val::Float(_), _) | (_, Val::Float(_))) {
        return fdiv(interp, this, args);
    }
    super::rational::quotient(interp, this, &other)
}

fn abs(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Float(number) => Ok(Val::Float(number.abs())),
        _ if order_to_zero(interp, this)? == Some(Ordering::Less) => interp.call(this, "-@", Vec::new()),
        _ => Ok(this.clone()),
    }
}

fn squared(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.call(this, "*", vec![this.clone()])
}

fn to_int(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.call(this, "to_i", Vec::new())
}

fn complex(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Err(no_complex(interp))
}
