//! The conversion functions of `Kernel` that are named like classes: `Integer()`, `Float()`, `String()`, `Array()`,
//! `Hash()`.

use num_bigint::BigInt;

use super::{
    numbers::{float, float_to_integer, no_complex},
    string::{Strictness, parse_float, parse_integer},
};
use crate::{
    Args, Interp, R, Unwind,
    class::{NativeMethod, method},
    value::Val,
};

/// The part of the table of `Kernel` that is implemented here.
pub(super) const METHODS: &[NativeMethod] = &[
    method("Integer", 1, 3, integer),
    method("Float", 1, 2, float_of),
    method("String", 1, 1, string),
    method("Array", 1, 1, array),
    method("Hash", 1, 1, hash),
    method("Rational", 1, 3, super::rational::convert),
    method("Complex", 1, 3, complex),
    method("format", 1, super::super::class::ANY, format),
    method("sprintf", 1, super::super::class::ANY, format),
];

/// Returns `nil` instead of an error if the option `exception: false` was given.
fn or_nil(args: &Args, result: R) -> R {
    let quiet = args.keywords && matches!(args.option("exception"), Some(Val::Bool(false) | Val::Nil));
    match result {
        Err(unwind) if quiet && matches!(*unwind, Unwind::Raise(_)) => Ok(Val::Nil),
        result => result,
    }
}

fn integer(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let base = args.at(1).filter(|value| !matches!(value, Val::Hash(_))).cloned();
    let result = to_integer(interp, &args.get(0), base.as_ref());
    or_nil(args, result)
}

/// Converts a value like `Integer()`.
pub(super) fn to_integer(interp: &mut Interp<'_>, value: &Val, base: Option<&Val>) -> R {
    let radix = match base {
        None | Some(Val::Nil) => 0,
        Some(base) => interp.arg_int(base)?,
    };
    match value {
        Val::Str(text) => {
            let text = text.text();
            match parse_integer(interp, &text, radix, Strictness::Strict)? {
                Some(number) => Ok(Val::integer(number)),
                None => {
                    let shown = interp.inspect(value)?;
                    Err(interp.argument_error(format!("invalid value for Integer(): {shown}")))
                }
            }
        }
        _ if !matches!(base, None | Some(Val::Nil)) => {
            Err(interp.argument_error("base specified for non string value"))
        }
        Val::Int(_) | Val::Big(_) => Ok(value.clone()),
        Val::Float(number) => float_to_integer(interp, *number),
        Val::Nil => Err(interp.type_error("can't convert nil into Integer")),
        _ => {
            for name in ["to_int", "to_i"] {
                if interp.responds(value, name)
                    && let number @ (Val::Int(_) | Val::Big(_)) = interp.call(value, name, Vec::new())?
                {
                    return Ok(number);
                }
            }
            let given = interp.given(value);
            Err(interp.type_error(format!("can't convert {given} into Integer")))
        }
    }
}

/// Converts a value to an integer of any size like `Integer()`.
pub(super) fn to_big(interp: &mut Interp<'_>, value: &Val) -> R<BigInt> {
    let number = to_integer(interp, value, None)?;
    Ok(super::numbers::big(&number).unwrap_or_default())
}

fn float_of(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    args.check_plain(interp, 1, 1)?;
    let result = to_float(interp, &args.get(0)).map(Val::Float);
    or_nil(args, result)
}

/// Converts a value like `Float()`.
pub(super) fn to_float(interp: &mut Interp<'_>, value: &Val) -> R<f64> {
    if let Some(number) = float(value) {
        return Ok(number);
    }
    match value {
        Val::Str(text) => {
            let text = text.text();
            match parse_float(&text, Strictness::Strict) {
                Some(number) => Ok(number),
                None if text.contains('\0') => {
                    Err(interp.argument_error("string for Float contains null byte"))
                }
                None => {
                    let shown = interp.inspect(value)?;
                    Err(interp.argument_error(format!("invalid value for Float(): {shown}")))
                }
            }
        }
        Val::Object(_) if interp.responds(value, "to_f") => match interp.call(value, "to_f", Vec::new())? {
            Val::Float(number) => Ok(number),
            _ => Err(cannot(interp, value, "Float")),
        },
        _ => Err(cannot(interp, value, "Float")),
    }
}

fn cannot(interp: &mut Interp<'_>, value: &Val, class: &str) -> Box<Unwind> {
    let given = interp.given(value);
    interp.type_error(format!("can't convert {given} into {class}"))
}

fn string(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        text @ Val::Str(_) => Ok(text),
        value => Ok(Val::str(interp.to_s(&value)?)),
    }
}

fn array(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Nil => Ok(Val::array(Vec::new())),
        array @ Val::Array(_) => Ok(array),
        hash @ Val::Hash(_) => Ok(Val::array(interp.collect(&hash)?)),
        range @ Val::Range(_) => interp.call(&range, "to_a", Vec::new()),
        object @ Val::Object(_) => {
            for name in ["to_ary", "to_a"] {
                if interp.responds(&object, name)
                    && let array @ Val::Array(_) = interp.call(&object, name, Vec::new())?
                {
                    return Ok(array);
                }
            }
            Ok(Val::array(vec![object]))
        }
        value => Ok(Val::array(vec![value])),
    }
}

fn hash(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Nil => Ok(Val::hash([])),
        hash @ Val::Hash(_) => Ok(hash),
        Val::Array(array) if array.is_empty() => Ok(Val::hash([])),
        object @ Val::Object(_) if interp.responds(&object, "to_hash") => {
            Ok(Val::Hash(interp.arg_hash(&object)?))
        }
        other => Err(cannot(interp, &other, "Hash")),
    }
}

fn complex(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Err(no_complex(interp))
}

fn format(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let pattern = interp.arg_str(&args.get(0))?;
    let values = args.list.get(1..).unwrap_or_default();
    Ok(Val::str(super::format::format(interp, &pattern, values)?))
}
