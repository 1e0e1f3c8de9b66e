//! `Puppet::LookupContext`: the object with which a data function reads, caches and explains data.

use std::path::Path;
use std::rc::Rc;

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::{Dispatch, Eval, Hosted, LazySequence, Unwind};
use bunraku_hiera::{Context, ContextId, DataCall, Hiera, LookupError, Scope};
use bunraku_pcore::format::ruby_text;
use bunraku_pcore::types::lookup_context;
use bunraku_pcore::values::{Object, RuntimeObject};
use bunraku_pcore::{Hash, Str, Value};

use crate::compiler::{CatalogCall, CatalogFunction, Compiler};

/// The attribute that links the object to its state. Programs cannot name it, since the type does not declare it.
const NUMBER: &str = "context";

/// Creates the context object for a call.
pub(crate) fn object(cx: &mut Compiler<'_>, call: &DataCall<'_>) -> Value {
    let environment = cx.state().environment.as_ref().map(|environment| environment.name.clone());
    let module = call.module.map_or(Value::Undef, Value::str);
    let attributes: Vec<(Str, Value)> = vec![
        ("environment_name".into(), symbol(environment.unwrap_or_default())),
        ("module_name".into(), module),
        (NUMBER.into(), Value::Int(i64::from(call.context.number()))),
    ];
    Value::Object(Object::new(lookup_context(), attributes))
}

/// The name of an environment, which is a symbol in Puppet.
fn symbol(name: impl Into<Str>) -> Value {
    Value::Runtime(RuntimeObject::symbol(name))
}

/// Returns the function that implements a method of a context.
pub(crate) fn method(object: &Object, name: &str) -> Option<Hosted> {
    if **object.object_type() != *lookup_context() {
        return None;
    }
    crate::functions::method(name)
}

pub(crate) static METHODS: &[&CatalogFunction] = &[
    &ENVIRONMENT_NAME,
    &NOT_FOUND,
    &EXPLAIN,
    &INTERPOLATE,
    &CACHE,
    &CACHE_ALL,
    &CACHE_HAS_KEY,
    &CACHED_VALUE,
    &CACHED_ENTRIES,
    &CACHED_FILE_DATA,
];

static ENVIRONMENT_NAME: CatalogFunction = CatalogFunction::new(
    "environment_name",
    "Returns the name of the environment.",
    &[Dispatch { signature: "Object $context", run: environment_name }],
);

static NOT_FOUND: CatalogFunction = CatalogFunction::new(
    "not_found",
    "Ends the data function, because it has no value for the key.",
    &[Dispatch { signature: "Object $context", run: not_found }],
);

static EXPLAIN: CatalogFunction = CatalogFunction::new(
    "explain",
    "Adds the lambda's result to the explanation of the lookup, if one is requested.",
    &[Dispatch { signature: "Object $context, Callable[0, 0] &$block", run: explain }],
);

static INTERPOLATE: CatalogFunction = CatalogFunction::new(
    "interpolate",
    "Returns a value with its interpolations resolved.",
    &[Dispatch { signature: "Object $context, Any $value", run: interpolate }],
);

static CACHE: CatalogFunction = CatalogFunction::new(
    "cache",
    "Caches a value until the end of the compilation, and returns it.",
    &[Dispatch { signature: "Object $context, Optional[Scalar] $key, Any $value", run: cache }],
);

static CACHE_ALL: CatalogFunction = CatalogFunction::new(
    "cache_all",
    "Caches all values of a hash.",
    &[Dispatch { signature: "Object $context, Hash[Optional[Scalar], Any] $values", run: cache_all }],
);

static CACHE_HAS_KEY: CatalogFunction = CatalogFunction::new(
    "cache_has_key",
    "Returns whether a value is cached under a key.",
    &[Dispatch { signature: "Object $context, Optional[Scalar] $key", run: cache_has_key }],
);

static CACHED_VALUE: CatalogFunction = CatalogFunction::new(
    "cached_value",
    "Returns the value cached under a key.",
    &[Dispatch { signature: "Object $context, Optional[Scalar] $key", run: cached_value }],
);

static CACHED_ENTRIES: CatalogFunction = CatalogFunction::new(
    "cached_entries",
    "Calls the lambda for each cached entry, or returns all of them.",
    &[
        Dispatch { signature: "Object $context, Callable[1, 1] &$block", run: each_pair },
        Dispatch { signature: "Object $context, Callable[2, 2] &$block", run: each_entry },
        Dispatch { signature: "Object $context", run: cached_entries },
    ],
);

static CACHED_FILE_DATA: CatalogFunction = CatalogFunction::new(
    "cached_file_data",
    "Returns the content of a file, or the lambda's result for it; both are cached.",
    &[Dispatch {
        signature: "Object $context, String $path, Optional[Callable[1, 1]] &$block",
        run: file_data,
    }],
);

fn environment_name(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let name = call.cx.lookup_text(call.body, "::environment");
    Ok(name.as_ref().and_then(Value::as_str).map(symbol).unwrap_or_default())
}

fn not_found(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let place = call.cx.span(call.body, call.range);
    let message = "`not_found` was called outside a data function";
    let uncaught = Diagnostic::error(codes::FUNCTION_FAILED, message).at(place, "");
    Err(Box::new(Unwind::NotFound(uncaught)))
}

fn explain(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let listens = call.cx.state().hiera.is_some();
    if listens && with_context(call, |context, _| Ok(context.is_explaining()))? {
        let text = call.yield_values([])?;
        let text = ruby_text(&call.cx.edition.types, &text);
        with_context(call, |context, _| {
            context.explain(|| text);
            Ok(())
        })?;
    }
    Ok(Value::Undef)
}

fn interpolate(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let value = call.arg(1).clone();
    with_context(call, |context, scope| context.interpolate(scope, &value))
}

fn cache(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (key, value) = (call.arg(1).clone(), call.arg(2).clone());
    with_kept(call, |kept| {
        kept.insert(key, value.clone());
        value
    })
}

fn cache_all(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let Value::Hash(values) = call.arg(1).clone() else { return Ok(Value::Undef) };
    with_kept(call, |kept| {
        values.into_iter().for_each(|(key, value)| {
            kept.insert(key, value);
        });
        Value::Undef
    })
}

fn cache_has_key(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let key = call.arg(1).clone();
    with_kept(call, |kept| Value::Bool(kept.get(&key).is_some()))
}

fn cached_value(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let key = call.arg(1).clone();
    with_kept(call, |kept| kept.get(&key).cloned().unwrap_or_default())
}

fn cached_entries(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let entries = Value::Hash(with_kept(call, |kept| kept.clone())?);
    Ok(LazySequence::of(&call.cx, &entries).map_or(entries, LazySequence::into_value))
}

fn each_pair(call: &mut CatalogCall<'_>) -> Eval<Value> {
    for (key, value) in with_kept(call, |kept| kept.clone())? {
        call.yield_values([Value::array([key, value])])?;
    }
    Ok(Value::Undef)
}

fn each_entry(call: &mut CatalogCall<'_>) -> Eval<Value> {
    for (key, value) in with_kept(call, |kept| kept.clone())? {
        call.yield_values([key, value])?;
    }
    Ok(Value::Undef)
}

fn file_data(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let path = call.arg(1).as_str().unwrap_or_default().to_owned();
    let path = Path::new(&path);
    if let Some(known) = with_context(call, |context, _| Ok(context.cached_file_data(path)))? {
        return Ok(known);
    }
    let text = with_context(call, |context, _| context.read_file(path))?;
    let value = match call.block {
        Some(_) => call.yield_values([Value::str(text)])?,
        None => Value::str(text),
    };
    with_context(call, |context, _| {
        context.cache_file_data(path, value.clone());
        Ok(value)
    })
}

/// Adds a note from Ruby code to the explanation. Returns whether an explanation is being recorded.
#[cfg(feature = "ruby")]
pub(crate) fn explain_for_ruby(call: &mut CatalogCall<'_>, context: &Value, note: Option<&str>) -> bool {
    let explaining = with_context_of(call, context, |context, _| {
        if let Some(note) = note {
            context.explain(|| note.to_owned());
        }
        Ok(context.is_explaining())
    });
    explaining.unwrap_or(false)
}

/// Runs `work` with the values cached by the context on which a method is called.
fn with_kept<T>(call: &mut CatalogCall<'_>, work: impl FnOnce(&mut Hash) -> T) -> Eval<T> {
    let context = call.arg(0).clone();
    let cache = Rc::clone(&call.cx.state().lookup_cache);
    let id = context_id(call, &context);
    id.and_then(|id| cache.with_kept(id, work))
        .ok_or_else(|| call.fail("this is not the context of a lookup"))
}

/// The state of a context: that of a lookup, or a separate one for a context that code has created.
fn context_id(call: &mut CatalogCall<'_>, context: &Value) -> Option<ContextId> {
    let Value::Object(object) = context else { return None };
    if let Some(number) = object.get(NUMBER).and_then(Value::as_int) {
        return u32::try_from(number).ok().map(ContextId::from_number);
    }
    let known = &call.cx.state().contexts;
    if let Some((_, id)) = known.iter().find(|(known, _)| known.identity() == object.identity()) {
        return Some(*id);
    }
    let id = call.cx.state().lookup_cache.new_context(object.get("module_name").and_then(Value::as_str));
    call.cx.state().contexts.push((object.clone(), id));
    Some(id)
}

/// Runs `work` with the state of the context on which a method is called.
fn with_context<T>(
    call: &mut CatalogCall<'_>,
    work: impl FnOnce(Context<'_>, &mut dyn Scope) -> Result<T, LookupError>,
) -> Eval<T> {
    let context = call.arg(0).clone();
    with_context_of(call, &context, work)
}

fn with_context_of<T>(
    call: &mut CatalogCall<'_>,
    context: &Value,
    work: impl FnOnce(Context<'_>, &mut dyn Scope) -> Result<T, LookupError>,
) -> Eval<T> {
    let id = context_id(call, context);
    let (body, range) = (call.body, call.range);
    let result = match id {
        Some(id) => call
            .cx
            .with_data(body, range, |hiera: &Hiera, scope, cache| work(hiera.context(cache, id), scope))?,
        None => None,
    };
    result.ok_or_else(|| call.fail("no data is available: pass an environment with a `hiera.yaml`"))
}
