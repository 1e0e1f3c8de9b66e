//! `Symbol`.

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;

use super::string;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::{HashKey, ProcBody, RProc, Val},
};

pub(super) static SYMBOL: NativeClass = NativeClass::class(
    "Symbol",
    "Object",
    &["Comparable"],
    &[
        method("to_s", 0, 0, to_s),
        method("name", 0, 0, name),
        method("id2name", 0, 0, to_s),
        method("to_sym", 0, 0, itself),
        method("intern", 0, 0, itself),
        method("inspect", 0, 0, inspect),
        method("to_proc", 0, 0, to_proc),
        method("==", 1, 1, equal),
        method("===", 1, 1, equal),
        method("<=>", 1, 1, compare),
        method("casecmp", 1, 1, |interp, this, args| as_string(interp, this, args, "casecmp")),
        method("casecmp?", 1, 1, |interp, this, args| as_string(interp, this, args, "casecmp?")),
        method("=~", 1, 1, string::match_position),
        method("match", 1, 2, string::match_),
        method("match?", 1, 2, string::is_match),
        method("[]", 1, 2, |interp, this, args| through(interp, this, args, string::get)),
        method("slice", 1, 2, |interp, this, args| through(interp, this, args, string::get)),
        method("start_with?", 0, ANY, |interp, this, args| through(interp, this, args, string::starts_with)),
        method("end_with?", 0, ANY, |interp, this, args| through(interp, this, args, string::ends_with)),
        method("length", 0, 0, length),
        method("size", 0, 0, length),
        method("empty?", 0, 0, is_empty),
        method("encoding", 0, 0, encoding),
        method("upcase", 0, 2, |interp, this, args| changed(interp, this, args, "upcase")),
        method("downcase", 0, 2, |interp, this, args| changed(interp, this, args, "downcase")),
        method("capitalize", 0, 2, |interp, this, args| changed(interp, this, args, "capitalize")),
        method("swapcase", 0, 2, |interp, this, args| changed(interp, this, args, "swapcase")),
        method("succ", 0, 0, |interp, this, args| changed(interp, this, args, "succ")),
        method("next", 0, 0, |interp, this, args| changed(interp, this, args, "succ")),
    ],
    &[],
);

fn symbol(interp: &mut Interp<'_>, this: &Val) -> R<Str> {
    match this {
        Val::Sym(name) => Ok(name.clone()),
        _ => Err(interp.type_error("this method of Symbol was called on something else")),
    }
}

fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(symbol(interp, this)?.as_str()))
}

/// The name as a frozen string.
fn name(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = to_s(interp, this, args)?;
    if let Val::Str(name) = &name {
        name.freeze();
    }
    Ok(name)
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect(this)?))
}

fn to_proc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let name = symbol(interp, this)?;
    let tag = interp.new_id();
    Ok(Val::Proc(Rc::new(RProc { body: ProcBody::Symbol(name), lambda: true, tag })))
}

fn equal(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(HashKey(this.clone()) == HashKey(args.get(0))))
}

fn compare(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(string::order_value(interp.compare(this, &args.get(0))?))
}

/// Calls a comparison of `String` with another symbol. The result is `nil` for any other argument.
fn as_string(interp: &mut Interp<'_>, this: &Val, args: &Args, method: &str) -> R {
    let Val::Sym(other) = args.get(0) else { return Ok(Val::Nil) };
    let text = Val::str(symbol(interp, this)?.as_str());
    interp.send(&text, Symbol::new(method), Args::new(vec![Val::str(other.as_str())]))
}

/// Calls a method of `String`.
fn through(interp: &mut Interp<'_>, this: &Val, args: &Args, run: crate::class::Native) -> R {
    let text = Val::str(symbol(interp, this)?.as_str());
    run(interp, &text, args)
}

/// Calls a method of `String` and converts the result to a symbol.
fn changed(interp: &mut Interp<'_>, this: &Val, args: &Args, method: &str) -> R {
    let text = Val::str(symbol(interp, this)?.as_str());
    let result = interp.send(&text, Symbol::new(method), args.clone())?;
    Ok(Val::sym(interp.to_s(&result)?))
}

fn length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(symbol(interp, this)?.chars().count() as i64))
}

fn is_empty(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(symbol(interp, this)?.is_empty()))
}

fn encoding(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let ascii = symbol(interp, this)?.is_ascii();
    super::encoding::named(interp, if ascii { "US-ASCII" } else { "UTF-8" })
}
