//! `ENV`: the environment variables that the host lets code see, and those that code sets for itself.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, RClass, method},
    value::Val,
};

/// The constant with what code has set.
const SET: &str = "SET";

pub(super) static ENV: NativeClass = NativeClass::module_in_chapters(
    "ENV",
    &[],
    &[
        method("[]", 1, 1, |interp, this, args| Ok(get(interp, this, &args.get(0))?.unwrap_or(Val::Nil))),
        method("fetch", 1, 2, fetch),
        method("key?", 1, 1, has),
        method("has_key?", 1, 1, has),
        method("include?", 1, 1, has),
        method("member?", 1, 1, has),
        method("[]=", 2, 2, |interp, this, args| own(interp, this, "[]=", args.list.to_vec())),
        method("store", 2, 2, |interp, this, args| own(interp, this, "store", args.list.to_vec())),
        method("delete", 1, 1, |interp, this, args| own(interp, this, "delete", args.list.to_vec())),
        method("to_h", 0, 0, |interp, this, _| own(interp, this, "dup", Vec::new())),
        method("to_hash", 0, 0, |interp, this, _| own(interp, this, "dup", Vec::new())),
        method("keys", 0, 0, |interp, this, _| own(interp, this, "keys", Vec::new())),
        method("values", 0, 0, |interp, this, _| own(interp, this, "values", Vec::new())),
        method("empty?", 0, 0, |interp, this, _| own(interp, this, "empty?", Vec::new())),
        method("size", 0, 0, |interp, this, _| own(interp, this, "size", Vec::new())),
        method("each", 0, 0, each),
        method("each_pair", 0, 0, each),
        method("inspect", 0, 0, |interp, this, _| own(interp, this, "inspect", Vec::new())),
        method("to_s", 0, 0, |_, _, _| Ok(Val::str("ENV"))),
        // A module here, but a plain object in Ruby.
        method("class", 0, 0, |interp, _, _| Ok(Val::Class(Rc::clone(&interp.state.known.object)))),
        method("replace", 0, ANY, |interp, _, _| refuse(interp, "`ENV.replace`")),
        method("clear", 0, 0, |interp, _, _| refuse(interp, "`ENV.clear`")),
    ],
    |class: &Rc<RClass>| class.set_constant(Symbol::new(SET), Val::hash([])),
);

/// The value of a variable: as set by code, or else from the host.
fn get(interp: &mut Interp<'_>, this: &Val, name: &Val) -> R<Option<Val>> {
    let name = interp.arg_str(name)?;
    let set = own(interp, this, "[]", vec![Val::str(name.as_str())])?;
    if !set.is_nil() {
        return Ok(Some(set));
    }
    match interp.host.environment_variable(&name) {
        Ok(value) => Ok(value.map(Val::str)),
        Err(denied) => Err(interp.deny(&denied)),
    }
}

fn has(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(get(interp, this, &args.get(0))?.is_some()))
}

fn fetch(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Some(value) = get(interp, this, &args.get(0))? {
        return Ok(value);
    }
    if let Some(block) = &args.block {
        return interp.yield_one(block, args.get(0));
    }
    match args.at(1) {
        Some(default) => Ok(default.clone()),
        None => {
            let message = format!("key not found: {}", interp.inspect(&args.get(0))?);
            Err(interp.error_about("KeyError", message, &[("key", &args.get(0)), ("receiver", this)]))
        }
    }
}

fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let set = own(interp, this, "to_a", Vec::new())?;
    if let (Some(block), Val::Array(pairs)) = (&args.block, set) {
        for pair in interp.items(&pairs)? {
            interp.yield_one(block, pair)?;
        }
    }
    Ok(this.clone())
}

/// Calls a method of the hash that has what code has set.
fn own(interp: &mut Interp<'_>, this: &Val, method: &str, args: Vec<Val>) -> R {
    let set = match this {
        Val::Class(class) => class.constant(Symbol::new(SET)),
        _ => None,
    };
    interp.call(&set.unwrap_or(Val::Nil), method, args)
}

fn refuse(interp: &mut Interp<'_>, what: &str) -> R {
    let message = format!("Ruby code is not allowed to use {what} here");
    Err(interp.refuse(&message, "a catalog may depend only on code, facts and data"))
}
