//! Values of Puppet that Ruby has nothing like: types, sensitive values, versions, times.

use std::rc::Rc;

use bunraku_pcore::Value;

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static PUPPET_VALUE: NativeClass = NativeClass::class(
    "PuppetValue",
    "Object",
    &[],
    &[
        method("unwrap", 0, 0, unwrap),
        method("==", 1, 1, |interp, this, args| Ok(Val::Bool(interp.equal(this, &args.get(0))?))),
        method("eql?", 1, 1, |interp, this, args| Ok(Val::Bool(interp.equal(this, &args.get(0))?))),
        method("instance?", 1, 1, is_instance),
        method("title", 0, 0, title),
        method("type", 0, 0, type_name),
        method("type_name", 0, 0, type_name),
        method("[]", 1, 1, parameter),
    ],
    &[],
);

fn unwrap(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Puppet(value) => match &**value {
            Value::Sensitive(sensitive) => {
                let inner = sensitive.unwrap().clone();
                Ok(interp.from_puppet(&inner))
            }
            _ => Ok(this.clone()),
        },
        _ => Ok(this.clone()),
    }
}

fn is_instance(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let value = interp.to_puppet(&args.get(0))?;
    Ok(Val::Bool(match this {
        Val::Puppet(ty) => match &**ty {
            Value::Type(ty) => bunraku_pcore::instance::instance(&bunraku_edition::PUPPET8.types, ty, &value),
            _ => false,
        },
        _ => false,
    }))
}

/// The parts of a reference to a resource: `Type` and `title`.
fn reference(interp: &mut Interp<'_>, this: &Val) -> R<(String, String)> {
    let text = interp.to_s(this)?;
    let (name, title) = text.split_once('[').unwrap_or((&text, ""));
    let title = title.trim_end_matches(']').trim_matches(['\'', '"']);
    Ok((name.to_string(), title.to_string()))
}

fn title(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(interp, this)?.1))
}

fn type_name(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(interp, this)?.0))
}

/// `resource[:parameter]`, of a resource that is in the catalog.
fn parameter(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let Val::Puppet(value) = this else { return Ok(Val::Nil) };
    let value: Rc<Value> = Rc::clone(value);
    match interp.host.parameter(&value, &name) {
        Some(value) => Ok(interp.from_puppet(&value)),
        None => Ok(Val::Nil),
    }
}
