//! What some exceptions know beyond their message, such as the missing key or method.

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R, Unwind,
    class::{ANY, NativeClass, NativeMethod, method},
    value::{Data, Val},
};

/// The exceptions that define their own methods.
pub(in crate::core) static NATIVES: [&NativeClass; 7] = [
    &KEY_ERROR,
    &STOP_ITERATION,
    &NAME_ERROR,
    &NO_METHOD_ERROR,
    &FROZEN_ERROR,
    &UNCAUGHT_THROW,
    &NO_PATTERN_KEY,
];

const KEY: NativeMethod = method("key", 0, 0, |interp, this, _| detail(interp, this, "key"));
const RECEIVER: NativeMethod = method("receiver", 0, 0, |interp, this, _| detail(interp, this, "receiver"));
const NAME: NativeMethod = method("name", 0, 0, |_, this, _| Ok(known(this, "name").unwrap_or_default()));

static KEY_ERROR: NativeClass = NativeClass::class(
    "KeyError",
    "IndexError",
    &[],
    &[method("initialize", 0, ANY, initialize), KEY, RECEIVER],
    &[],
);

static STOP_ITERATION: NativeClass = NativeClass::class(
    "StopIteration",
    "IndexError",
    &[],
    &[method("result", 0, 0, |_, this, _| Ok(known(this, "result").unwrap_or_default()))],
    &[],
);

static NAME_ERROR: NativeClass = NativeClass::class(
    "NameError",
    "StandardError",
    &[],
    &[method("initialize", 0, ANY, initialize), NAME, RECEIVER],
    &[],
);

static NO_METHOD_ERROR: NativeClass = NativeClass::class(
    "NoMethodError",
    "NameError",
    &[],
    &[method("args", 0, 0, |_, this, _| Ok(known(this, "args").unwrap_or_else(|| Val::array(Vec::new()))))],
    &[],
);

static FROZEN_ERROR: NativeClass = NativeClass::class(
    "FrozenError",
    "RuntimeError",
    &[],
    &[method("initialize", 0, ANY, initialize), RECEIVER],
    &[],
);

static NO_PATTERN_KEY: NativeClass = NativeClass::class(
    "NoMatchingPatternKeyError",
    "NoMatchingPatternError",
    &[],
    &[
        method("initialize", 0, ANY, initialize),
        KEY,
        method("matchee", 0, 0, |interp, this, _| detail(interp, this, "matchee")),
    ],
    &[],
);

static UNCAUGHT_THROW: NativeClass = NativeClass::class(
    "UncaughtThrowError",
    "ArgumentError",
    &[],
    &[
        method("tag", 0, 0, |_, this, _| Ok(known(this, "tag").unwrap_or_default())),
        method("value", 0, 0, |_, this, _| Ok(known(this, "value").unwrap_or_default())),
    ],
    &[],
);

/// Takes the message, for `NameError` also the name, and the keywords `key:` and `receiver:`.
fn initialize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    let Data::Exception { message, .. } = &object.data else { return Ok(Val::Nil) };
    let options = if args.keywords { args.options() } else { None };
    let plain = args.len() - usize::from(options.is_some());
    for (key, value) in options.iter().flat_map(|options| options.entries()) {
        if let Val::Sym(key) = key {
            let key = interp.intern(&key)?;
            object.set_variable(key, value);
        }
    }
    if plain > 0 {
        *message.borrow_mut() = args.get(0);
    }
    if plain > 1 {
        object.set_variable(Symbol::new("name"), args.get(1));
    }
    Ok(Val::Nil)
}

/// A detail of an exception. Details are instance variables with names that code cannot write.
fn known(this: &Val, name: &str) -> Option<Val> {
    match this {
        Val::Object(object) => object.variable(Symbol::new(name)),
        _ => None,
    }
}

fn detail(interp: &mut Interp<'_>, this: &Val, name: &str) -> R {
    match known(this, name) {
        Some(value) => Ok(value),
        None => Err(interp.argument_error(format!("no {name} is available"))),
    }
}

impl Interp<'_> {
    /// Creates an exception with details.
    pub(crate) fn error_about(
        &mut self,
        class: &str,
        message: impl Into<String>,
        details: &[(&str, &Val)],
    ) -> Box<Unwind> {
        let exception = self.new_exception(class, message.into());
        if let Val::Object(object) = &exception {
            for (name, value) in details {
                object.set_variable(Symbol::new(name), (*value).clone());
            }
        }
        Box::new(Unwind::Raise(exception))
    }

    /// Creates a `NameError` for a name that an object does not define.
    pub(crate) fn name_error(
        &mut self,
        message: impl Into<String>,
        name: &str,
        receiver: &Val,
    ) -> Box<Unwind> {
        self.error_about("NameError", message, &[("name", &Val::sym(name)), ("receiver", receiver)])
    }
}
