//! The members of a struct.

use std::rc::Rc;

use bunraku_intern::Symbol;

use super::member_names;
use crate::{
    Args, Interp, R,
    core::{
        array::{dig_on, place},
        enumerable::key_and_value,
    },
    value::{RHash, RObject, Val},
};

/// The receiver and the names of its members.
fn parts(interp: &mut Interp<'_>, this: &Val) -> R<(Rc<RObject>, Vec<Symbol>)> {
    let names = member_names(&interp.real_class(this));
    match this {
        Val::Object(object) => Ok((Rc::clone(object), names)),
        _ => Err(interp.no_conversion(this, "Struct")),
    }
}

fn values(interp: &mut Interp<'_>, this: &Val) -> R<Vec<Val>> {
    let (object, names) = parts(interp, this)?;
    Ok(names.into_iter().map(|name| object.variable(name).unwrap_or_default()).collect())
}

pub(super) fn names(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (_, names) = parts(interp, this)?;
    Ok(Val::array(names.into_iter().map(|name| Val::sym(name.as_str())).collect()))
}

pub(super) fn get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (object, names) = parts(interp, this)?;
    let name = member(interp, &names, &args.get(0))?;
    Ok(object.variable(name).unwrap_or_default())
}

pub(super) fn set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (object, names) = parts(interp, this)?;
    let name = member(interp, &names, &args.get(0))?;
    if object.is_frozen() {
        return Err(interp.frozen_error(this));
    }
    object.set_variable(name, args.get(1));
    Ok(args.get(1))
}

/// The name of a member that is given by name or index.
fn member(interp: &mut Interp<'_>, names: &[Symbol], wanted: &Val) -> R<Symbol> {
    if let Val::Sym(_) | Val::Str(_) = wanted {
        let wanted = interp.arg_name(wanted)?;
        return match names.iter().find(|name| name.as_str() == wanted) {
            Some(name) => Ok(*name),
            None => Err(interp.error("NameError", format!("no member '{wanted}' in struct"))),
        };
    }
    let index = interp.arg_int(wanted)?;
    match place(index, names.len()).and_then(|index| names.get(index)) {
        Some(name) => Ok(*name),
        None => {
            let how = if index < 0 { "small" } else { "large" };
            let message = format!("offset {index} too {how} for struct(size:{})", names.len());
            Err(interp.error("IndexError", message))
        }
    }
}

pub(super) fn dig(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = get(interp, this, args)?;
    dig_on(interp, found, args)
}

pub(super) fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each", Vec::new())) };
    for value in values(interp, this)? {
        interp.yield_one(block, value)?;
    }
    Ok(this.clone())
}

pub(super) fn each_pair(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each_pair", Vec::new())) };
    let (object, names) = parts(interp, this)?;
    for name in names {
        let pair = vec![Val::sym(name.as_str()), object.variable(name).unwrap_or_default()];
        interp.yield_one(block, Val::array(pair))?;
    }
    Ok(this.clone())
}

pub(super) fn to_a(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::array(values(interp, this)?))
}

pub(super) fn values_at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let values = Val::array(values(interp, this)?);
    interp.call(&values, "values_at", args.list.to_vec())
}

pub(super) fn to_h(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (object, names) = parts(interp, this)?;
    let hash = RHash::new();
    for name in names {
        let (key, value) = (Val::sym(name.as_str()), object.variable(name).unwrap_or_default());
        let (key, value) = match &args.block {
            Some(block) => {
                let pair = interp.yield_block(block, vec![key, value])?;
                key_and_value(interp, &pair, None)?
            }
            None => (key, value),
        };
        interp.as_key(&key)?;
        hash.set(key, value);
    }
    Ok(Val::Hash(Rc::new(hash)))
}

/// The requested members, up to the first that does not exist, as in Ruby.
pub(super) fn deconstruct_keys(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let all = to_h(interp, this, &Args::none())?;
    let (Val::Array(wanted), Val::Hash(all)) = (args.get(0), &all) else { return Ok(all) };
    if wanted.len() > all.len() {
        return Ok(Val::hash([]));
    }
    let known = interp.items(&wanted)?.into_iter().map_while(|key| Some((key.clone(), all.get(&key)?)));
    Ok(Val::hash(known))
}

pub(super) fn length(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (_, names) = parts(interp, this)?;
    Ok(Val::Int(names.len() as i64))
}

pub(super) fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if this.same(&other) {
        return Ok(Val::Bool(true));
    }
    if !Rc::ptr_eq(&interp.real_class(this), &interp.real_class(&other)) {
        return Ok(Val::Bool(false));
    }
    let (a, b) = (values(interp, this)?, values(interp, &other)?);
    interp.enter()?;
    let same = interp.equal(&Val::array(a), &Val::array(b));
    interp.leave();
    Ok(Val::Bool(same?))
}
