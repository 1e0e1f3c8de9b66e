//! Copies of objects, and objects that cannot be changed.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ClassKind, NativeMethod, method},
    value::{Data, RObject, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("freeze", 0, 0, freeze),
    method("frozen?", 0, 0, is_frozen),
    method("dup", 0, 0, dup),
    method("clone", 0, 1, clone),
];

fn freeze(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Str(object) => object.freeze(),
        Val::Array(object) => object.freeze(),
        Val::Hash(object) => object.freeze(),
        Val::Object(object) => object.freeze(),
        _ => {}
    }
    Ok(this.clone())
}

pub(super) fn is_frozen(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(match this {
        Val::Str(object) => object.is_frozen(),
        Val::Array(object) => object.is_frozen(),
        Val::Hash(object) => object.is_frozen(),
        Val::Object(object) => object.is_frozen(),
        Val::Class(_) | Val::Proc(_) | Val::Match(_) | Val::Method(_) => false,
        _ => true,
    }))
}

fn dup(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    copy(interp, this)
}

fn clone(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let copied = copy_by(interp, this, "initialize_clone")?;
    copy_singleton(interp, this, &copied)?;
    let freeze_option = args.option("freeze").filter(|freeze| !freeze.is_nil());
    let none = Args::none();
    let frozen = match freeze_option {
        Some(wanted) => wanted.truthy(),
        None => is_frozen(interp, this, &none)?.truthy(),
    };
    if frozen {
        freeze(interp, &copied, &none)?;
    }
    Ok(copied)
}

/// `dup`: another object with the same content.
pub(in crate::core) fn copy(interp: &mut Interp<'_>, this: &Val) -> R {
    copy_by(interp, this, "initialize_dup")
}

/// Copies an object and calls `initialize_copy` or the given hook, in which a class may complete the copy.
fn copy_by(interp: &mut Interp<'_>, this: &Val, hook: &str) -> R {
    let copied = plain_copy(interp, this)?;
    if let Some(own) = this.own() {
        let class = interp.real_class(this);
        if let Some(copied) = copied.make_own(|| class) {
            own.variables().into_iter().for_each(|(name, value)| copied.set_variable(name, value));
        }
        complete_copy(interp, this, &copied, hook)?;
    } else if matches!(this, Val::Object(_)) && !this.same(&copied) {
        complete_copy(interp, this, &copied, hook)?;
    }
    Ok(copied)
}

fn complete_copy(interp: &mut Interp<'_>, this: &Val, copied: &Val, hook: &str) -> R<()> {
    for hook in [hook, "initialize_copy"] {
        if interp.find_method(copied, Symbol::new(hook)).is_some() {
            interp.call(copied, hook, vec![this.clone()])?;
            break;
        }
    }
    Ok(())
}

/// Copies the singleton methods, as `clone` does.
fn copy_singleton(interp: &mut Interp<'_>, this: &Val, copied: &Val) -> R<()> {
    if !matches!(this, Val::Object(_)) && this.own().is_none() {
        return Ok(());
    }
    let class = interp.class_of(this);
    if class.kind == ClassKind::Singleton && !this.same(copied) {
        interp.singleton_class(copied)?.take_over(&class);
        interp.ancestors_changed();
    }
    Ok(())
}

fn plain_copy(interp: &mut Interp<'_>, this: &Val) -> R {
    Ok(match this {
        Val::Str(text) => Val::Str(Rc::new(text.copy())),
        Val::Array(array) => Val::array(interp.items(array)?),
        Val::Hash(hash) => {
            let copied = hash.like(hash.entries());
            copied.set_default(hash.default());
            Val::Hash(Rc::new(copied))
        }
        Val::Object(object) if matches!(object.data, Data::None | Data::Struct) => {
            let data = if matches!(object.data, Data::Struct) { Data::Struct } else { Data::None };
            let copied = Rc::new(RObject::with_data(interp.real_class(this), data));
            object.variables().into_iter().for_each(|(name, value)| copied.set_variable(name, value));
            Val::Object(copied)
        }
        _ => this.clone(),
    })
}
