//! What the functions over texts have in common: numbers pass, texts are changed, elements are changed each.

use crate::prelude::*;

/// The dispatches of a function that changes a text or each text of something iterable.
macro_rules! text_dispatches {
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

/// The dispatches of a function that changes all texts in nested arrays and hashes.
macro_rules! nested_text_dispatches {
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

pub(crate) use {nested_text_dispatches, text_dispatches};

/// A text changed; any other value as it is.
pub(crate) fn changed(value: &Value, change: fn(&str) -> String) -> Value {
    match value {
        Value::Str(text) => Value::str(change(text)),
        other => other.clone(),
    }
}

/// An array of the elements of the argument, texts changed. A type can be iterated over, but has no texts in it.
pub(crate) fn elements_changed(call: &mut Call<'_>, change: fn(&str) -> String) -> Eval<Value> {
    if let Value::Type(_) = call.arg(0) {
        let (name, found) = (call.name, call.cx.text(call.arg(0)));
        return Err(call.fail(format!("`{name}` changes texts, and the type {found} has none")));
    }
    let items = call.cx.items(call.arg(0)).map(|item| changed(&item, change));
    Ok(Value::array(call.gather(items)?))
}

/// The argument with all texts in it changed, also the keys of hashes.
pub(crate) fn nested_changed(call: &mut Call<'_>, change: fn(&str) -> String) -> Eval<Value> {
    match nested(call.arg(0), change, 0) {
        Ok(value) => Ok(value),
        Err(found) => {
            let name = call.name;
            let found = call.cx.type_text(&found);
            Err(call.fail(format!(
                "`{name}` changes texts and leaves numbers alone, but there is a value of type {found}"
            )))
        }
    }
}

/// Deeper than values of a program can be without being made to do harm.
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
