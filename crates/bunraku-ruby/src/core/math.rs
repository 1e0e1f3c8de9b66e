//! `Math`.

use std::rc::Rc;

use bunraku_intern::Symbol;

use super::conversions::to_float;
use crate::{
    Args, Interp, R,
    class::{NativeClass, NativeMethod, RClass, method},
    value::Val,
};

pub(super) static MATH: NativeClass = NativeClass::module_in_chapters("Math", &[METHODS], METHODS, constants);

const METHODS: &[NativeMethod] = &[
    method("sqrt", 1, 1, sqrt),
    method("cbrt", 1, 1, |interp, _, args| apply(interp, args, f64::cbrt)),
    method("sin", 1, 1, |interp, _, args| apply(interp, args, f64::sin)),
    method("cos", 1, 1, |interp, _, args| apply(interp, args, f64::cos)),
    method("tan", 1, 1, |interp, _, args| apply(interp, args, f64::tan)),
    method("asin", 1, 1, |interp, _, args| within(interp, args, "asin", -1.0, 1.0, f64::asin)),
    method("acos", 1, 1, |interp, _, args| within(interp, args, "acos", -1.0, 1.0, f64::acos)),
    method("atan", 1, 1, |interp, _, args| apply(interp, args, f64::atan)),
    method("atan2", 2, 2, |interp, _, args| apply_two(interp, args, f64::atan2)),
    method("sinh", 1, 1, |interp, _, args| apply(interp, args, f64::sinh)),
    method("cosh", 1, 1, |interp, _, args| apply(interp, args, f64::cosh)),
    method("tanh", 1, 1, |interp, _, args| apply(interp, args, f64::tanh)),
    method("asinh", 1, 1, |interp, _, args| apply(interp, args, f64::asinh)),
    method("acosh", 1, 1, |interp, _, args| within(interp, args, "acosh", 1.0, f64::INFINITY, f64::acosh)),
    method("atanh", 1, 1, |interp, _, args| within(interp, args, "atanh", -1.0, 1.0, f64::atanh)),
    method("exp", 1, 1, |interp, _, args| apply(interp, args, f64::exp)),
    method("log", 1, 2, log),
    method("log2", 1, 1, |interp, _, args| logarithm(interp, &args.get(0), "log2", f64::log2, 1.0)),
    method("log10", 1, 1, |interp, _, args| {
        logarithm(interp, &args.get(0), "log10", f64::log10, std::f64::consts::LOG10_2)
    }),
    method("hypot", 2, 2, |interp, _, args| apply_two(interp, args, f64::hypot)),
    method("frexp", 1, 1, frexp),
    method("ldexp", 2, 2, ldexp),
    method("gamma", 1, 1, gamma),
    method("lgamma", 1, 1, refused),
    method("erf", 1, 1, refused),
    method("erfc", 1, 1, refused),
];

fn constants(module: &Rc<RClass>) {
    module.set_constant(Symbol::new("PI"), Val::Float(std::f64::consts::PI));
    module.set_constant(Symbol::new("E"), Val::Float(std::f64::consts::E));
}

fn number(interp: &mut Interp<'_>, value: &Val) -> R<f64> {
    match value {
        Val::Str(_) => Err(interp.type_error("can't convert String into Float")),
        value => to_float(interp, value),
    }
}

fn apply(interp: &mut Interp<'_>, args: &Args, run: fn(f64) -> f64) -> R {
    Ok(Val::Float(run(number(interp, &args.get(0))?)))
}

fn apply_two(interp: &mut Interp<'_>, args: &Args, run: fn(f64, f64) -> f64) -> R {
    let (a, b) = (number(interp, &args.get(0))?, number(interp, &args.get(1))?);
    Ok(Val::Float(run(a, b)))
}

/// Applies a function that is defined only between two numbers.
fn within(interp: &mut Interp<'_>, args: &Args, name: &str, least: f64, most: f64, run: fn(f64) -> f64) -> R {
    let number = number(interp, &args.get(0))?;
    if number < least || number > most {
        return Err(out_of_domain(interp, name));
    }
    Ok(Val::Float(run(number)))
}

fn out_of_domain(interp: &mut Interp<'_>, name: &str) -> Box<crate::Unwind> {
    interp.error("Math::DomainError", format!("Numerical argument is out of domain - {name}"))
}

fn sqrt(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let root = within(interp, args, "sqrt", 0.0, f64::INFINITY, f64::sqrt)?;
    // As in Ruby, the root of -0.0 is 0.0.
    Ok(if matches!(root, Val::Float(0.0)) { Val::Float(0.0) } else { root })
}

/// The logarithm of a number. A large integer is shifted to the right first, and each bit that was dropped adds
/// `of_two`, the logarithm of 2.
fn logarithm(interp: &mut Interp<'_>, value: &Val, name: &str, run: fn(f64) -> f64, of_two: f64) -> R {
    let (value, bits) = match value {
        Val::Big(number) if number.bits() > 1000 => {
            let shift = number.bits() - 1000;
            (Val::integer((**number).clone() >> shift), shift as f64)
        }
        value => (value.clone(), 0.0),
    };
    let number = number(interp, &value)?;
    if number < 0.0 {
        return Err(out_of_domain(interp, name));
    }
    Ok(Val::Float(run(number) + bits * of_two))
}

fn log(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let of_two = std::f64::consts::LN_2;
    let natural = logarithm(interp, &args.get(0), "log", f64::ln, of_two)?;
    let Some(base) = args.at(1) else { return Ok(natural) };
    let base = logarithm(interp, base, "log", f64::ln, of_two)?;
    match (natural, base) {
        (Val::Float(a), Val::Float(b)) => Ok(Val::Float(a / b)),
        _ => Ok(Val::Nil),
    }
}

/// Splits a number into a fraction between 0.5 and 1 and a power of two.
fn frexp(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let number = number(interp, &args.get(0))?;
    if number == 0.0 || !number.is_finite() {
        return Ok(Val::array(vec![Val::Float(number), Val::Int(0)]));
    }
    let mut fraction = number;
    let mut exponent = 0;
    while fraction.abs() >= 1.0 {
        fraction /= 2.0;
        exponent += 1;
    }
    while fraction.abs() < 0.5 {
        fraction *= 2.0;
        exponent -= 1;
    }
    Ok(Val::array(vec![Val::Float(fraction), Val::Int(exponent)]))
}

fn ldexp(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let fraction = number(interp, &args.get(0))?;
    let exponent = interp.arg_int(&args.get(1))?.clamp(-2200, 2200);
    // The multiplication is done in two steps, because the power alone may overflow or underflow.
    let half = i32::try_from(exponent / 2).unwrap_or(0);
    let rest = i32::try_from(exponent).unwrap_or(0) - half;
    Ok(Val::Float(fraction * 2f64.powi(half) * 2f64.powi(rest)))
}

/// The gamma function of an integer, which is a factorial. The standard library does not have the function for other
/// numbers.
fn gamma(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let number = number(interp, &args.get(0))?;
    if number.fract() != 0.0 || !(1.0..=23.0).contains(&number) {
        return refused(interp, this, args);
    }
    let mut product = 1.0;
    let mut factor = 2.0;
    while factor < number {
        product *= factor;
        factor += 1.0;
    }
    Ok(Val::Float(product))
}

fn refused(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Err(interp.refuse("this function of Math is not implemented", "compute the value beforehand"))
}
