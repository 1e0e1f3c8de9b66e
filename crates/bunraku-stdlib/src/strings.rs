//! Functions that convert strings: numbers pass unchanged, and collections are converted element by element.

use crate::prelude::*;

/// The dispatches of a function that converts a string, or each string in an iterable value.
macro_rules! string_dispatches {
    ($change:path) => {
        &[
            Dispatch { signature: "Numeric $arg", run: |call| Ok(call.arg(0).clone()) },
            Dispatch {
                signature: "String $arg",
                run: |call| Ok($crate::strings::changed(call.arg(0), $change)),
            },
            Dispatch {
                signature: "Iterable[Variant[String, Numeric]] $arg",
                run: |call| $crate::strings::elements_changed(call, $change),
            },
        ]
    };
}

/// The dispatches of a function that converts all strings in nested arrays and hashes.
macro_rules! nested_string_dispatches {
    ($change:path) => {
        &[
            Dispatch { signature: "Numeric $arg", run: |call| Ok(call.arg(0).clone()) },
            Dispatch { signature: "String $arg", run: |call| Ok($crate::strings::changed(call.arg(0), $change)) },
            Dispatch {
                signature: "Array[Variant[String, Numeric, Array, Hash]] $arg",
                run: |call| $crate::strings::nested_changed(call, $change),
            },
            Dispatch {
                signature: "Hash[Variant[String, Numeric, Array, Hash], Variant[String, Numeric, Array, Hash]] $arg",
                run: |call| $crate::strings::nested_changed(call, $change),
            },
        ]
    };
}

pub(crate) use {nested_string_dispatches, string_dispatches};

/// Converts a string; any other value stays as it is.
pub(crate) fn changed(value: &Value, change: fn(&str) -> String) -> Value {
    match value {
        Value::Str(text) => Value::str(change(text)),
        other => other.clone(),
    }
}

/// An array of the elements of the argument, with the strings converted. A type such as `Integer[1, 3]` is iterable,
/// but has no strings to convert, so it is an error.
pub(crate) fn elements_changed(call: &mut Call<'_>, change: fn(&str) -> String) -> Eval<Value> {
    if let Value::Type(_) = call.arg(0) {
        let (name, found) = (call.name, call.cx.text(call.arg(0)));
        return Err(call.fail(format!("`{name}` expects strings, got {found}")));
    }
    let items = call.cx.items(call.arg(0)).map(|item| changed(&item, change));
    Ok(Value::array(call.gather(items)?))
}

/// Converts all strings in the argument, including the keys of hashes.
pub(crate) fn nested_changed(call: &mut Call<'_>, change: fn(&str) -> String) -> Eval<Value> {
    match nested(call.arg(0), change, 0) {
        Ok(value) => Ok(value),
        Err(found) => {
            let name = call.name;
            let found = call.cx.type_text(&found);
            Err(call.fail(format!("`{name}` expects strings and numbers, got a value of type {found}")))
        }
    }
}

/// Limits the recursion, so that a hostile value cannot overflow the stack.
const MAX_DEPTH: u32 = 2_000;

fn nested(value: &Value, change: fn(&str) -> String, depth: u32) -> Result<Value, Value> {
    match value {
        Value::Str(text) => Ok(Value::str(change(text))),
        Value::Int(_) | Value::Big(_) | Value::Float(_) => Ok(value.clone()),
        Value::Array(array) if depth < MAX_DEPTH => {
            let values: Result<Vec<Value>, Value> =
                array.iter().map(|value| nested(value, change, depth + 1)).collect();
            Ok(Value::array(values?))
        }
        Value::Hash(hash) if depth < MAX_DEPTH => {
            let entries: Result<Vec<(Value, Value)>, Value> = hash
                .iter()
                .map(|(key, value)| Ok((nested(key, change, depth + 1)?, nested(value, change, depth + 1)?)))
                .collect();
            Ok(Value::hash(entries?))
        }
        other => Err(other.clone()),
    }
}
