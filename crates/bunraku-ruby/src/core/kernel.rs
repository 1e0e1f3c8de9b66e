//! `Kernel`: functions that are called without a receiver.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R, Unwind,
    class::{ANY, NativeClass, NativeMethod, method, no_constants},
    frame::Frame,
    value::Val,
};

pub(super) static KERNEL: NativeClass = NativeClass::module_in_chapters(
    "Kernel",
    &[METHODS, super::conversions::METHODS, super::random::FUNCTIONS],
    super::conversions::METHODS,
    no_constants,
);

const METHODS: &[NativeMethod] = &[
    method("raise", 0, ANY, raise),
    method("fail", 0, ANY, raise),
    method("loop", 0, 0, run_loop),
    method("catch", 0, 1, catch),
    method("throw", 1, 2, throw),
    method("proc", 0, 0, make_proc),
    // A literal block of `lambda` was lowered to a lambda already. As in Ruby, a block passed as `&proc` stays a proc.
    method("lambda", 0, 0, make_proc),
    method("require", 1, 1, require),
    method("require_relative", 1, 1, require_relative),
    method("load", 1, 2, |interp, _, _| refuse(interp, "`load`")),
    method("autoload", 2, 2, |_, _, _| Ok(Val::Nil)),
    method("puts", 0, ANY, print),
    method("print", 0, ANY, print),
    method("p", 0, ANY, inspect_all),
    method("pp", 0, ANY, inspect_all),
    method("printf", 0, ANY, |_, _, _| Ok(Val::Nil)),
    method("putc", 1, 1, |_, _, args| Ok(args.get(0))),
    method("warn", 0, ANY, warn),
    method("caller", 0, 2, caller),
    method("caller_locations", 0, 2, caller),
    method("_", 1, 1, |_, _, args| Ok(args.get(0))),
    method("n_", 3, 3, plural),
    method("system", 0, ANY, |interp, _, _| refuse(interp, "`system`")),
    method("exec", 0, ANY, |interp, _, _| refuse(interp, "`exec`")),
    method("spawn", 0, ANY, |interp, _, _| refuse(interp, "`spawn`")),
    method("fork", 0, ANY, |interp, _, _| refuse(interp, "`fork`")),
    method("`", 1, 1, |interp, _, _| refuse(interp, "backquotes to run commands")),
    method("open", 0, ANY, |interp, _, _| refuse(interp, "`open`")),
    method("exit", 0, 1, |interp, _, _| refuse(interp, "`exit`")),
    method("exit!", 0, 1, |interp, _, _| refuse(interp, "`exit!`")),
    method("abort", 0, 1, |interp, _, _| refuse(interp, "`abort`")),
    method("at_exit", 0, 0, |interp, _, _| refuse(interp, "`at_exit`")),
    method("trap", 0, ANY, |interp, _, _| refuse(interp, "`trap`")),
    method("sleep", 0, 1, |interp, _, _| refuse(interp, "`sleep`")),
    method("gets", 0, ANY, |interp, _, _| refuse(interp, "`gets`")),
    method("eval", 1, 4, super::binding::eval),
    method("binding", 0, 0, |interp, _, _| refuse(interp, "`binding` with arguments or a receiver")),
    method("local_variables", 0, 0, |interp, _, _| refuse(interp, "`local_variables`")),
    method("global_variables", 0, 0, |interp, _, _| refuse(interp, "`global_variables`")),
    method("readline", 0, ANY, |interp, _, _| refuse(interp, "`readline`")),
    method("readlines", 0, ANY, |interp, _, _| refuse(interp, "`readlines`")),
    method("syscall", 0, ANY, |interp, _, _| refuse(interp, "`syscall`")),
    method("test", 2, 3, |interp, _, _| refuse(interp, "`test`")),
    method("set_trace_func", 0, 1, |interp, _, _| refuse(interp, "`set_trace_func`")),
];

/// Refuses a function that accesses the system, or whose result differs from run to run.
fn refuse(interp: &mut Interp<'_>, what: &str) -> R {
    let message = format!("Ruby code is not allowed to use {what} here");
    Err(interp.refuse(&message, "a catalog may depend only on code, facts and data"))
}

fn raise(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let (args, cause) = without_cause(args);
    let exception = match args.get(0) {
        Val::Nil if args.is_empty() => match interp.state.global(Symbol::new("$!")) {
            Some(current) if !current.is_nil() => current,
            _ => interp.new_exception("RuntimeError", "unhandled exception".to_string()),
        },
        Val::Str(message) => interp.new_exception("RuntimeError", message.text()),
        Val::Class(class) => {
            let list = args.list.iter().skip(1).take(1).cloned().collect();
            interp.call(&Val::Class(class), "new", list)?
        }
        Val::Object(object) if args.len() > 1 => {
            interp.call(&Val::Object(object), "exception", vec![args.get(1)])?
        }
        other => other,
    };
    let is_exception = interp.class_named("Exception").is_some_and(|class| interp.is_a(&exception, &class));
    if !is_exception {
        return Err(interp.type_error("exception class/object expected"));
    }
    if let (Some(cause), Val::Object(object)) = (cause, &exception) {
        object.set_variable(Symbol::new("cause"), cause);
    }
    interp.set_raise_place(&exception);
    Err(Box::new(Unwind::Raise(exception)))
}

/// Splits the arguments of `raise` into those without `cause:` and the cause.
fn without_cause(args: &Args) -> (Args, Option<Val>) {
    let options = if args.keywords { args.options() } else { None };
    let Some((cause, options)) = options.and_then(|options| Some((options.get_sym("cause")?, options)))
    else {
        return (args.clone(), None);
    };
    let mut args = args.clone();
    let rest =
        options.entries().into_iter().filter(|(key, _)| !matches!(key, Val::Sym(key) if *key == "cause"));
    let rest: Vec<_> = rest.collect();
    args.list.pop();
    args.keywords = !rest.is_empty();
    if args.keywords {
        args.list.push(Val::hash(rest));
    }
    (args, Some(cause))
}

fn run_loop(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "loop", Vec::new())) };
    let stop = interp.class_named("StopIteration");
    loop {
        interp.step()?;
        match interp.yield_block(block, Vec::new()) {
            Ok(_) => {}
            Err(unwind) => match (&*unwind, &stop) {
                (Unwind::Raise(exception), Some(stop)) if interp.is_a(exception, stop) => {
                    return interp.call(exception, "result", Vec::new());
                }
                _ => return Err(unwind),
            },
        }
    }
}

fn catch(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    let tag = if args.is_empty() { interp.main_object() } else { args.get(0) };
    let (depth, places) = (interp.depth, interp.trace.len());
    interp.catching.push(tag.clone());
    let result = interp.yield_one(&block, tag.clone());
    interp.catching.pop();
    match result {
        Err(unwind) => match *unwind {
            Unwind::Throw { tag: thrown, value } if thrown.same(&tag) => {
                interp.depth = depth;
                interp.trace.truncate(places);
                Ok(value)
            }
            other => Err(Box::new(other)),
        },
        value => value,
    }
}

fn throw(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let (tag, value) = (args.get(0), args.get(1));
    if !interp.catching.iter().any(|each| each.same(&tag)) {
        let message = format!("uncaught throw {}", interp.inspect(&tag)?);
        return Err(interp.error_about("UncaughtThrowError", message, &[("tag", &tag), ("value", &value)]));
    }
    Err(Box::new(Unwind::Throw { tag, value }))
}

fn make_proc(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(Val::Proc(args.need_block(interp)?))
}

fn require(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_str(&args.get(0))?;
    Ok(Val::Bool(interp.require(&name, None)?))
}

fn require_relative(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_str(&args.get(0))?;
    let file = interp.trace.last().map(|(file, _)| file.to_string()).unwrap_or_default();
    Ok(Val::Bool(interp.require(&name, Some(&file))?))
}

/// Discards output. Code that compiles a catalog does not have a terminal.
fn print(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    for value in &args.list {
        interp.to_s(value)?;
    }
    Ok(Val::Nil)
}

fn inspect_all(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    for value in &args.list {
        interp.inspect(value)?;
    }
    Ok(match args.len() {
        0 => Val::Nil,
        1 => args.get(0),
        _ => Val::array(args.list.to_vec()),
    })
}

fn warn(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    // Code that has put something in the place of the stream finds the message there.
    let stream = interp.global_variable(Symbol::new("$stderr"))?;
    let replaced = !stream.same(&interp.constant_in(None, Symbol::new("STDERR"))?);
    for value in args.list.iter().filter(|value| !matches!(value, Val::Hash(_))) {
        if replaced {
            interp.call(&stream, "puts", vec![value.clone()])?;
        } else {
            let message = interp.to_s(value)?;
            interp.reserve(message.len())?;
            interp.host.warn(message);
        }
    }
    Ok(Val::Nil)
}

fn caller(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    let places = interp.places().into_iter().skip(1);
    Ok(Val::array(places.map(|(file, line)| Val::str(format!("{file}:{line}"))).collect()))
}

/// `n_(one, many, count)`: a message in English, singular or plural.
fn plural(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(if matches!(args.get(2), Val::Int(1)) { args.get(0) } else { args.get(1) })
}

/// Whether a function of this name looks at the frame of its caller.
pub(crate) fn asks_frame(name: &str) -> bool {
    matches!(name, "block_given?" | "__method__" | "__callee__" | "__dir__")
}

impl Interp<'_> {
    /// Calls a function that [looks at the frame](asks_frame) of its caller; `None` for any other name.
    pub(crate) fn frame_function(&mut self, name: Symbol, frame: &Rc<Frame>) -> Option<R> {
        match name.as_str() {
            "block_given?" => Some(Ok(Val::Bool(frame.context.block.is_some()))),
            "__method__" => {
                let method = frame.context.method.as_ref();
                Some(Ok(method.map_or(Val::Nil, |(name, _)| Val::sym(name.as_str()))))
            }
            "__callee__" => self.frame_function(Symbol::new("__method__"), frame),
            "__dir__" => {
                let file = frame.context.file.as_str();
                Some(Ok(Val::str(file.rsplit_once('/').map_or(".", |(folder, _)| folder))))
            }
            _ => None,
        }
    }

    /// Sets the trace of an exception to the place where it is raised, which may not be where it was created.
    fn set_raise_place(&self, exception: &Val) {
        if let Val::Object(object) = exception
            && let crate::value::Data::Exception { trace, host, .. } = &object.data
            && host.borrow().is_none()
        {
            *trace.borrow_mut() = self.places();
        }
    }
}
