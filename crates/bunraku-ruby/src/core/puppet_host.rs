//! `PuppetHost`: what our own libraries ask of the world. Code of modules has no business with it.

use std::rc::Rc;

use bunraku_pcore::{Value, instance::instance, values::Sensitive};

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static PUPPET_HOST: NativeClass = NativeClass::module(
    "PuppetHost",
    &[],
    &[
        method("call", 1, 2, call),
        method("dispatch", 2, 2, dispatch),
        method("log", 2, 2, log),
        method("parameter", 2, 2, parameter),
        method("property", 1, 1, property),
        method("libraries", 1, 1, libraries),
        method("read_file", 1, 1, read_file),
        method("scope", 0, 0, |interp, _, _| Ok(interp.scope_object())),
        method("legacy?", 1, 1, is_legacy),
        method("refuse", 1, 1, refuse),
        method("glob", 1, 1, glob),
        method("read_hocon", 1, 1, read_hocon),
        method("rich_data", 1, 1, rich_data),
        method("sensitive", 1, 1, sensitive),
        method("parse_type", 1, 1, parse_type),
        method("instance?", 2, 2, is_instance),
    ],
);

fn call(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let list = match args.get(1) {
        Val::Array(list) => list.to_vec(),
        _ => Vec::new(),
    };
    interp.call_puppet_with(&name, &list, args.block.as_ref())
}

fn dispatch(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.to_s(&args.get(0))?;
    let list = interp.arg_array(&args.get(1))?.to_vec();
    interp.dispatch_loaded(&name, list, args.block.clone())
}

fn log(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let level = interp.to_s(&args.get(0))?;
    let message = interp.to_s(&args.get(1))?;
    interp.host.log(&level, message);
    Ok(Val::Nil)
}

fn property(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.to_s(&args.get(0))?;
    Ok(interp.property(&name))
}

/// A parameter of a resource of the catalog, by a reference to it.
fn parameter(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let reference = interp.to_puppet(&args.get(0))?;
    let name = interp.arg_name(&args.get(1))?;
    match interp.host.parameter(&reference, &name) {
        Some(value) => Ok(interp.from_puppet(&value)),
        None => Ok(Val::Nil),
    }
}

/// The names of the libraries that modules have in a folder.
fn libraries(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let folder = interp.to_s(&args.get(0))?;
    let names = interp.host.libraries(&folder);
    Ok(Val::array(names.into_iter().map(Val::str).collect()))
}

/// The text of a file that code may read; `nil` where there is none.
fn read_file(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = interp.to_s(&args.get(0))?;
    match interp.host.read_file(&path) {
        Some(Ok(bytes)) => Ok(match String::from_utf8(bytes) {
            Ok(text) => Val::str(text),
            Err(error) => Val::bytes(error.as_bytes()),
        }),
        Some(Err(_)) => Ok(Val::Nil),
        None => {
            let message = format!("Ruby code may not read the file {path}");
            Err(interp.refuse(&message, "a catalog must follow from code, facts and data alone"))
        }
    }
}

/// The paths that fit a pattern; `nil` where code may not look.
fn glob(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let pattern = interp.to_s(&args.get(0))?;
    let found = interp.host.glob(&pattern);
    Ok(found.map_or(Val::Nil, |found| Val::array(found.into_iter().map(Val::str).collect())))
}

/// The data of a HOCON text and nothing, or nothing and what is wrong with it.
fn read_hocon(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let text = interp.arg_str(&args.get(0))?;
    interp.check_size(text.len())?;
    match interp.host.read_hocon(&text) {
        Some(Ok(value)) => Ok(Val::array(vec![interp.from_puppet(&value), Val::Nil])),
        Some(Err(message)) => Ok(Val::array(vec![Val::Nil, Val::str(message)])),
        None => {
            Err(interp.refuse("reading HOCON: there is no reader here", "give the data to the code instead"))
        }
    }
}

fn rich_data(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = interp.to_puppet(&args.get(0))?;
    let data = interp.host.rich_data(&value);
    Ok(interp.from_puppet(&data))
}

fn is_legacy(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.to_s(&args.get(0))?;
    Ok(Val::Bool(interp.property(&format!("legacy {name}")).truthy()))
}

fn refuse(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let what = interp.to_s(&args.get(0))?;
    let message = format!("Ruby code may not use {what} here");
    Err(interp.refuse(&message, "a catalog must follow from code, facts and data alone"))
}

fn sensitive(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = interp.to_puppet(&args.get(0))?;
    Ok(Val::Puppet(Rc::new(Value::Sensitive(Sensitive::new(value)))))
}

fn parse_type(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let text = interp.to_s(&args.get(0))?;
    match interp.host.parse_type(&text) {
        Ok(value) => Ok(interp.from_puppet(&value)),
        Err(error) => Err(interp.host_error(error)),
    }
}

fn is_instance(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = interp.to_puppet(&args.get(1))?;
    let Val::Puppet(ty) = args.get(0) else { return Ok(Val::Bool(false)) };
    let Value::Type(ty) = &*ty else { return Ok(Val::Bool(false)) };
    Ok(Val::Bool(instance(&bunraku_edition::PUPPET8.types, ty, &value)))
}
