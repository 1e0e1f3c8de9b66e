//! `Exception` and its subclasses.

mod details;

use std::rc::Rc;

pub(super) use details::NATIVES;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::{Data, Val},
};

/// The exceptions, each with its superclass.
pub(super) const CLASSES: &[(&str, &str)] = &[
    ("ScriptError", "Exception"),
    ("LoadError", "ScriptError"),
    ("NotImplementedError", "ScriptError"),
    ("SyntaxError", "ScriptError"),
    ("NoMemoryError", "Exception"),
    ("SecurityError", "Exception"),
    ("SignalException", "Exception"),
    ("Interrupt", "SignalException"),
    ("SystemExit", "Exception"),
    ("SystemStackError", "Exception"),
    ("StandardError", "Exception"),
    ("ArgumentError", "StandardError"),
    ("UncaughtThrowError", "ArgumentError"),
    ("Math::DomainError", "ArgumentError"),
    ("EncodingError", "StandardError"),
    ("Encoding::CompatibilityError", "EncodingError"),
    ("Encoding::UndefinedConversionError", "EncodingError"),
    ("Encoding::InvalidByteSequenceError", "EncodingError"),
    ("Encoding::ConverterNotFoundError", "EncodingError"),
    ("FiberError", "StandardError"),
    ("IOError", "StandardError"),
    ("EOFError", "IOError"),
    ("IndexError", "StandardError"),
    ("KeyError", "IndexError"),
    ("StopIteration", "IndexError"),
    ("LocalJumpError", "StandardError"),
    ("NameError", "StandardError"),
    ("NoMethodError", "NameError"),
    ("RangeError", "StandardError"),
    ("FloatDomainError", "RangeError"),
    ("RegexpError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("FrozenError", "RuntimeError"),
    ("SystemCallError", "StandardError"),
    ("Errno::ENOENT", "SystemCallError"),
    ("Errno::EACCES", "SystemCallError"),
    ("Errno::EEXIST", "SystemCallError"),
    ("Errno::EINVAL", "SystemCallError"),
    ("Errno::EISDIR", "SystemCallError"),
    ("Errno::ENOTDIR", "SystemCallError"),
    ("Errno::ENOTEMPTY", "SystemCallError"),
    ("Errno::EPERM", "SystemCallError"),
    ("Errno::EPIPE", "SystemCallError"),
    ("Errno::ECONNREFUSED", "SystemCallError"),
    ("Errno::ECONNRESET", "SystemCallError"),
    ("Errno::EHOSTUNREACH", "SystemCallError"),
    ("Errno::ETIMEDOUT", "SystemCallError"),
    ("ThreadError", "StandardError"),
    ("TypeError", "StandardError"),
    ("NoMatchingPatternError", "StandardError"),
    ("NoMatchingPatternKeyError", "NoMatchingPatternError"),
    ("ZeroDivisionError", "StandardError"),
];

pub(super) static EXCEPTION: NativeClass = NativeClass::class(
    "Exception",
    "Object",
    &[],
    &[
        method("initialize", 0, ANY, initialize),
        method("message", 0, 0, message),
        method("to_s", 0, 0, to_s),
        method("full_message", 0, ANY, message),
        method("detailed_message", 0, ANY, message),
        method("inspect", 0, 0, inspect),
        method("backtrace", 0, 0, backtrace),
        method("backtrace_locations", 0, 0, backtrace),
        method("set_backtrace", 1, 1, set_backtrace),
        method("exception", 0, 1, exception),
        method("cause", 0, 0, cause),
        method("==", 1, 1, equal),
    ],
    &[method("exception", 0, ANY, new)],
);

/// `Exception.exception`, which is an alias of `new`.
fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    interp.send(this, bunraku_intern::Symbol::new("new"), args.clone())
}

fn initialize(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Val::Object(object) = this
        && let Data::Exception { message, .. } = &object.data
        && let Some(text) = args.at(0)
    {
        *message.borrow_mut() = text.clone();
    }
    Ok(Val::Nil)
}

fn message(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.call(this, "to_s", Vec::new())
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    let Data::Exception { message, .. } = &object.data else { return Ok(Val::Nil) };
    let message = message.borrow().clone();
    match message {
        Val::Nil => Ok(Val::str(interp.real_class(this).name())),
        message => Ok(Val::str(interp.to_s(&message)?)),
    }
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let class = interp.real_class(this).name();
    let string = interp.to_s(this)?;
    Ok(Val::str(if string.is_empty() { class } else { format!("#<{class}: {string}>") }))
}

fn backtrace(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    let Data::Exception { trace, .. } = &object.data else { return Ok(Val::Nil) };
    if trace.borrow().is_empty() {
        return Ok(Val::Nil);
    }
    let lines = trace.borrow().iter().map(|(file, line)| Val::str(format!("{file}:{line}"))).collect();
    Ok(Val::array(lines))
}

/// Ignores a trace that code sets. It would hide where the error comes from, so the real one is kept.
fn set_backtrace(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(args.get(0))
}

fn exception(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() {
        return Ok(this.clone());
    }
    let copied = interp.exception_of(interp.real_class(this), args.get(0));
    if let (Val::Object(from), Val::Object(to)) = (this, &copied) {
        from.variables().into_iter().for_each(|(name, value)| to.set_variable(name, value));
    }
    Ok(copied)
}

fn cause(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    Ok(object.variable(bunraku_intern::Symbol::new("cause")).unwrap_or_default())
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    if this.same(&other) {
        return Ok(Val::Bool(true));
    }
    let (a, b) = (interp.real_class(this), interp.real_class(&other));
    if !Rc::ptr_eq(&a, &b) {
        return Ok(Val::Bool(false));
    }
    let same = interp.to_s(this)? == interp.to_s(&other)?;
    Ok(Val::Bool(same))
}
