//! `Float`.

mod round;

use std::rc::Rc;

use bunraku_intern::Symbol;

use super::numbers::{coerced, float as as_float, float_divmod, float_modulo, float_to_integer, no_complex};
use crate::{
    Args, Interp, R,
    class::{NativeClass, NativeMethod, RClass, method},
    value::Val,
};

pub(super) static FLOAT: NativeClass =
    NativeClass::in_chapters("Float", "Numeric", &[], &[METHODS, round::METHODS], &[], constants);

const METHODS: &[NativeMethod] = &[
    method("+", 1, 1, super::integer::add),
    method("-", 1, 1, super::integer::subtract),
    method("*", 1, 1, super::integer::multiply),
    method("/", 1, 1, divide),
    method("quo", 1, 1, divide),
    method("fdiv", 1, 1, divide),
    method("%", 1, 1, modulo),
    method("modulo", 1, 1, modulo),
    method("div", 1, 1, div),
    method("divmod", 1, 1, divmod),
    method("**", 1, 1, power),
    method("-@", 0, 0, negated),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, to_s),
    method("to_f", 0, 0, itself),
    method("to_i", 0, 0, to_i),
    method("to_int", 0, 0, to_i),
    method("nan?", 0, 0, is_nan),
    method("finite?", 0, 0, is_finite),
    method("infinite?", 0, 0, infinite),
    method("next_float", 0, 0, next_float),
    method("prev_float", 0, 0, prev_float),
    method("numerator", 0, 0, numerator),
    method("denominator", 0, 0, denominator),
];

fn constants(class: &Rc<RClass>) {
    let floats = [
        ("INFINITY", f64::INFINITY),
        ("NAN", f64::NAN),
        ("EPSILON", f64::EPSILON),
        ("MAX", f64::MAX),
        ("MIN", f64::MIN_POSITIVE),
    ];
    for (name, value) in floats {
        class.set_constant(Symbol::new(name), Val::Float(value));
    }
    let integers = [
        ("DIG", 15),
        ("MANT_DIG", 53),
        ("RADIX", 2),
        ("MAX_EXP", 1024),
        ("MIN_EXP", -1021),
        ("MAX_10_EXP", 308),
        ("MIN_10_EXP", -307),
    ];
    for (name, value) in integers {
        class.set_constant(Symbol::new(name), Val::Int(value));
    }
}

/// The receiver as a float.
fn float(interp: &mut Interp<'_>, this: &Val) -> R<f64> {
    match this {
        Val::Float(number) => Ok(*number),
        _ => Err(interp.type_error("this method of Float was called on something else")),
    }
}

fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

/// Both operands; `None` if the second is not a number.
fn operands(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<Option<(f64, f64)>> {
    let number = float(interp, this)?;
    Ok(as_float(&args.get(0)).map(|other| (number, other)))
}

fn divide(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match operands(interp, this, args)? {
        Some((a, b)) => Ok(Val::Float(a / b)),
        None => coerced(interp, this, &args.get(0), "/"),
    }
}

fn modulo(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match operands(interp, this, args)? {
        Some((_, 0.0)) => Err(super::numbers::divided_by_zero(interp)),
        Some((a, b)) => Ok(Val::Float(float_modulo(a, b))),
        None => coerced(interp, this, &args.get(0), "%"),
    }
}

fn div(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match operands(interp, this, args)? {
        Some((_, 0.0)) => Err(super::numbers::divided_by_zero(interp)),
        Some((a, b)) => float_to_integer(interp, (a / b).floor()),
        None => coerced(interp, this, &args.get(0), "div"),
    }
}

fn divmod(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match operands(interp, this, args)? {
        Some((_, 0.0)) => Err(super::numbers::divided_by_zero(interp)),
        Some((a, b)) => {
            let (quotient, rest) = float_divmod(a, b);
            Ok(Val::array(vec![float_to_integer(interp, quotient)?, Val::Float(rest)]))
        }
        None => coerced(interp, this, &args.get(0), "divmod"),
    }
}

fn power(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match operands(interp, this, args)? {
        Some((a, b)) if a < 0.0 && b.fract() != 0.0 => Err(no_complex(interp)),
        Some((a, b)) => Ok(Val::Float(a.powf(b))),
        None => coerced(interp, this, &args.get(0), "**"),
    }
}

fn negated(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Float(-float(interp, this)?))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.to_s(this)?))
}

fn to_i(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let number = float(interp, this)?;
    float_to_integer(interp, number)
}

fn is_nan(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(float(interp, this)?.is_nan()))
}

fn is_finite(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(float(interp, this)?.is_finite()))
}

fn infinite(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let number = float(interp, this)?;
    Ok(if number.is_infinite() { Val::Int(if number > 0.0 { 1 } else { -1 }) } else { Val::Nil })
}

fn next_float(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Float(float(interp, this)?.next_up()))
}

fn prev_float(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Float(float(interp, this)?.next_down()))
}

fn numerator(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let number = float(interp, this)?;
    if !number.is_finite() {
        return Ok(this.clone());
    }
    let above = round::fraction(number).0;
    Ok(Val::integer(if number < 0.0 { -above } else { above }))
}

fn denominator(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let number = float(interp, this)?;
    Ok(if number.is_finite() { Val::integer(round::fraction(number).1) } else { Val::Int(1) })
}
