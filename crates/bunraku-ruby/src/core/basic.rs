//! `nil`, `true` and `false`.

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static NIL: NativeClass = NativeClass::class(
    "NilClass",
    "Object",
    &[],
    &[
        method("to_a", 0, 0, |_, _, _| Ok(Val::array(Vec::new()))),
        method("to_h", 0, 0, |_, _, _| Ok(Val::hash([]))),
        method("to_i", 0, 0, |_, _, _| Ok(Val::Int(0))),
        method("to_f", 0, 0, |_, _, _| Ok(Val::Float(0.0))),
        method("to_r", 0, 0, no_fraction),
        method("rationalize", 0, 1, no_fraction),
        method("to_c", 0, 0, |interp, _, _| Err(super::numbers::no_complex(interp))),
        method("^", 1, 1, truth_of_argument),
        method("&", 1, 1, |_, _, _| Ok(Val::Bool(false))),
        method("|", 1, 1, truth_of_argument),
        method("=~", 1, 1, |_, _, _| Ok(Val::Nil)),
    ],
    &[],
);

pub(super) static TRUE: NativeClass = NativeClass::class(
    "TrueClass",
    "Object",
    &[],
    &[
        method("&", 1, 1, truth_of_argument),
        method("|", 1, 1, |_, _, _| Ok(Val::Bool(true))),
        method("^", 1, 1, |_, _, args| Ok(Val::Bool(!args.get(0).truthy()))),
    ],
    &[],
);

pub(super) static FALSE: NativeClass = NativeClass::class(
    "FalseClass",
    "Object",
    &[],
    &[
        method("&", 1, 1, |_, _, _| Ok(Val::Bool(false))),
        method("|", 1, 1, truth_of_argument),
        method("^", 1, 1, truth_of_argument),
    ],
    &[],
);

fn no_fraction(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    super::rational::fraction(interp, Val::Int(0), Val::Int(1))
}

fn truth_of_argument(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(Val::Bool(args.get(0).truthy()))
}
