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

fn truth_of_argument(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(Val::Bool(args.get(0).truthy()))
}
