//! Which methods of a class others may call.

use bunraku_intern::Symbol;

use super::this_class;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeMethod, Visibility, method},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("public", 0, ANY, public),
    method("private", 0, ANY, private),
    method("protected", 0, ANY, protected),
    method("module_function", 0, ANY, module_function),
    method("private_class_method", 0, ANY, private_class_method),
    method("public_class_method", 0, ANY, |_, _, _| Ok(Val::Nil)),
];

fn public(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    set_visibility(interp, this, args, Visibility::Public)
}

fn private(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    set_visibility(interp, this, args, Visibility::Private)
}

fn protected(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    set_visibility(interp, this, args, Visibility::Protected)
}

fn set_visibility(interp: &mut Interp<'_>, this: &Val, args: &Args, visibility: Visibility) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    if args.is_empty() {
        class.visibility.set(visibility);
        class.module_function.set(false);
        return Ok(Val::Nil);
    }
    for name in names_of(interp, args)? {
        if let Some(found) = interp.find_instance_method(class, name) {
            class.define(name, found.method.clone(), visibility);
        }
    }
    interp.methods_changed(class);
    Ok(args.get(0))
}

fn module_function(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    if args.is_empty() {
        class.module_function.set(true);
        return Ok(Val::Nil);
    }
    for name in names_of(interp, args)? {
        if let Some(found) = interp.find_instance_method(class, name) {
            class.make_meta().define(name, found.method.clone(), Visibility::Public);
            class.define(name, found.method.clone(), Visibility::Private);
        }
    }
    interp.methods_changed(&class.make_meta());
    interp.methods_changed(class);
    Ok(Val::Nil)
}

fn private_class_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    for name in names_of(interp, args)? {
        if let Some(found) = interp.find_method(this, name) {
            class.make_meta().define(name, found.method.clone(), Visibility::Private);
        }
    }
    interp.methods_changed(&class.make_meta());
    Ok(Val::Nil)
}

/// The symbols of the names in arguments, some of which may be arrays.
pub(super) fn names_of(interp: &mut Interp<'_>, args: &Args) -> R<Vec<Symbol>> {
    let mut names = Vec::new();
    for arg in &args.list {
        let list = match arg {
            Val::Array(array) => interp.items(array)?,
            other => vec![other.clone()],
        };
        for name in list {
            let name = interp.arg_name(&name)?;
            names.push(interp.intern(&name)?);
        }
    }
    Ok(names)
}
