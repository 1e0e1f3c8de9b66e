//! `Method` and `UnboundMethod`: methods as objects.

use std::rc::Rc;

use bunraku_intern::Symbol;
use smallvec::smallvec;

use super::procs;
use crate::{
    Args, Interp, List, R,
    class::{ANY, Method, NativeClass, method},
    value::{ProcBody, RMethod, Val},
};

pub(super) static UNBOUND_METHOD: NativeClass = NativeClass::class(
    "UnboundMethod",
    "Object",
    &[],
    &[
        method("bind", 1, 1, bind),
        method("bind_call", 1, ANY, bind_call),
        method("name", 0, 0, name),
        method("original_name", 0, 0, original_name),
        method("owner", 0, 0, owner),
        method("source_location", 0, 0, source_location),
        method("arity", 0, 0, procs::arity),
        method("parameters", 0, ANY, procs::parameters),
        method("==", 1, 1, equal),
        method("eql?", 1, 1, equal),
    ],
    &[],
);

fn this_method(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RMethod>> {
    match this {
        Val::Method(method) => Ok(Rc::clone(method)),
        _ => Err(interp.type_error("uninitialized method")),
    }
}

pub(super) fn unbind(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let method = this_method(interp, this)?;
    Ok(with_receiver(&method, None))
}

fn bind(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let method = this_method(interp, this)?;
    let receiver = args.get(0);
    // A method of a module can be bound to any object.
    if !method.owner.is_module() && !interp.is_a(&receiver, &method.owner) {
        let message = format!("bind argument must be an instance of {}", method.owner.name());
        return Err(interp.type_error(message));
    }
    Ok(with_receiver(&method, Some(receiver)))
}

fn bind_call(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let bound = bind(interp, this, args)?;
    let bound = this_method(interp, &bound)?;
    let list = args.list.iter().skip(1).cloned().collect();
    interp.call_method_object(&bound, Args { list, ..args.clone() })
}

fn with_receiver(method: &RMethod, receiver: Option<Val>) -> Val {
    Val::Method(Rc::new(RMethod {
        bound: receiver.is_some(),
        receiver: receiver.unwrap_or_default(),
        name: method.name,
        method: method.method.clone(),
        owner: Rc::clone(&method.owner),
    }))
}

pub(super) fn name(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::sym(this_method(interp, this)?.name.as_str()))
}

/// The name with which it was defined, before any alias.
pub(super) fn original_name(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let method = this_method(interp, this)?;
    Ok(match method.method.itself() {
        Method::Code { code, .. } => Val::sym(code.name.as_str()),
        _ => Val::sym(method.name.as_str()),
    })
}

pub(super) fn owner(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Class(Rc::clone(&this_method(interp, this)?.owner)))
}

pub(super) fn receiver(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this_method(interp, this)?.receiver.clone())
}

/// The method that `super` would call.
pub(super) fn super_method(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let of = this_method(interp, this)?;
    let (name, owner) = match &of.method {
        Method::Alias(alias) => (alias.name, &alias.owner),
        _ => (of.name, &of.owner),
    };
    Ok(match interp.find_super(&of.receiver, name, owner) {
        Some(found) => {
            let (method, owner) = (found.method.clone(), Rc::clone(&found.owner));
            let receiver = of.receiver.clone();
            Val::Method(Rc::new(RMethod { receiver, bound: true, name, method, owner }))
        }
        None => Val::Nil,
    })
}

/// The file and line of code written in Ruby; `nil` for other methods.
pub(super) fn source_location(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let of_proc = |body: &ProcBody| match body {
        ProcBody::Code { code, frame } => Some((frame.context.file.to_string(), code.line)),
        _ => None,
    };
    let place = match this {
        Val::Proc(proc) => of_proc(&proc.body),
        Val::Method(method) => match method.method.itself() {
            Method::Code { code, .. } => Some((code.file.to_string(), code.line)),
            Method::Proc(proc) => of_proc(&proc.body),
            _ => None,
        },
        _ => None,
    };
    Ok(place.map_or(Val::Nil, |(file, line)| Val::array(vec![Val::str(file), Val::Int(i64::from(line))])))
}

pub(super) fn equal(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    let (Val::Method(a), Val::Method(b)) = (this, &other) else { return Ok(Val::Bool(false)) };
    let same = a.bound == b.bound
        && a.receiver.same(&b.receiver)
        && Rc::ptr_eq(&a.owner, &b.owner)
        && match (a.method.itself(), b.method.itself()) {
            (Method::Code { code: a, .. }, Method::Code { code: b, .. }) => std::sync::Arc::ptr_eq(a, b),
            (Method::Native(a), Method::Native(b)) => std::ptr::eq(*a, *b),
            (Method::Proc(a), Method::Proc(b)) => Rc::ptr_eq(a, b),
            _ => a.name == b.name,
        };
    Ok(Val::Bool(same))
}

/// A method object for a name that the receiver handles with `method_missing`.
pub(super) fn missing(interp: &mut Interp<'_>, this: &Val, name: Symbol) -> R {
    let block = interp.native_block(call_missing, vec![this.clone(), Val::sym(name.as_str())]);
    let owner = interp.real_class(this);
    let method = Method::Proc(block);
    Ok(Val::Method(Rc::new(RMethod { receiver: this.clone(), bound: true, name, method, owner })))
}

fn call_missing(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    let Val::Array(kept) = kept else { return Ok(Val::Nil) };
    let (receiver, name) = (kept.get(0).unwrap_or_default(), kept.get(1).unwrap_or_default());
    let mut list: List = smallvec![name];
    list.extend(args.list.iter().cloned());
    interp.send(&receiver, Symbol::new("method_missing"), Args { list, ..args.clone() })
}
