//! The instance variables of an object, by name.

use bunraku_intern::Symbol;

use super::copies::is_frozen;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{Data, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("instance_variable_get", 1, 1, variable_get),
    method("instance_variable_set", 2, 2, variable_set),
    method("instance_variable_defined?", 1, 1, variable_defined),
    method("instance_variables", 0, 0, variables),
    method("remove_instance_variable", 1, 1, remove_variable),
];

fn variable_get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = variable_name(interp, &args.get(0))?;
    Ok(match set_variable_name(interp, this, &name) {
        Some(name) => interp.instance_variable(this, name),
        None => Val::Nil,
    })
}

fn variable_set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = variable_name(interp, &args.get(0))?;
    let symbol = interp.intern(&name)?;
    interp.set_instance_variable(this, symbol, args.get(1))?;
    Ok(args.get(1))
}

fn variable_defined(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = variable_name(interp, &args.get(0))?;
    let Some(name) = set_variable_name(interp, this, &name) else { return Ok(Val::Bool(false)) };
    Ok(Val::Bool(match this {
        Val::Object(object) if matches!(object.data, Data::Dynamic) => {
            !interp.instance_variable(this, name).is_nil()
        }
        Val::Object(object) => object.variable(name).is_some(),
        Val::Class(class) => class.variable(name).is_some(),
        other => other.own().is_some_and(|own| own.variable(name).is_some()),
    }))
}

fn variables(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let variables = match this {
        Val::Object(object) => object.variables(),
        Val::Class(class) => class.variables(),
        other => other.own().map(|own| own.variables()).unwrap_or_default(),
    };
    // Variables in which built-in classes keep internal data have names without `@`.
    let names = variables.into_iter().map(|(name, _)| name).filter(|name| name.as_str().starts_with('@'));
    Ok(Val::array(names.map(|name| Val::sym(name.as_str())).collect()))
}

fn remove_variable(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = variable_name(interp, &args.get(0))?;
    if !matches!(this, Val::Class(_)) && is_frozen(interp, this, &Args::none())?.truthy() {
        return Err(interp.frozen_error(this));
    }
    let removed = Symbol::find(&name).and_then(|name| match this {
        Val::Object(object) => object.remove_variable(name),
        Val::Class(class) => class.remove_variable(name),
        other => other.own().and_then(|own| own.remove_variable(name)),
    });
    match removed {
        Some(value) => Ok(value),
        None => {
            let shown = interp.any_to_s(this);
            Err(interp.name_error(format!("instance variable {name} not defined for {shown}"), &name, this))
        }
    }
}

/// The name of an instance variable, which begins with `@`.
fn variable_name(interp: &mut Interp<'_>, value: &Val) -> R<String> {
    let name = interp.arg_name(value)?;
    if !name.starts_with('@') || name.len() < 2 {
        let message = format!("`{name}' is not allowed as an instance variable name");
        return Err(interp.name_error(message, &name, &Val::Nil));
    }
    Ok(name)
}

/// The symbol of a name that may come from data; `None` if it is that of no variable of the object.
fn set_variable_name(interp: &mut Interp<'_>, this: &Val, name: &str) -> Option<Symbol> {
    Symbol::find(name).or_else(|| {
        let is_dynamic = matches!(this, Val::Object(object) if matches!(object.data, Data::Dynamic));
        let of_host =
            |interp: &mut Interp<'_>| interp.host.instance_variable(interp.run, name.trim_start_matches('@'));
        (is_dynamic && !of_host(interp).is_nil()).then(|| Symbol::new(name))
    })
}
