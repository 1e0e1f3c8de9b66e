//! Helpers for functions with the API of Puppet 3, whose Ruby code converts and checks arguments itself.

use std::ops::{Bound, RangeBounds};

use bunraku_eval::with_advice;
use bunraku_pcore::format::ruby_text;

pub(crate) use crate::prelude::*;
pub(crate) use bunraku_eval::legacy::{arguments, reference_text};

/// Declares the dispatch of such a function: any arguments, as many as the range allows, and a lambda that is
/// ignored.
macro_rules! legacy {
    ($count:expr, $run:expr) => {
        &[Dispatch {
            signature: "Any *$args, Optional[Callable] &$block",
            run: |call| {
                let args = $crate::stdlib::ruby::counted(call, $count)?;
                $crate::stdlib::ruby::run(call, args, $run)
            },
        }]
    };
}

pub(crate) use legacy;

/// The arguments as such a function receives them, if their number is right.
pub(crate) fn counted(call: &mut Call<'_>, count: impl RangeBounds<usize>) -> Eval<Vec<Value>> {
    let found = call.args.len();
    if count.contains(&found) {
        return arguments(call);
    }
    let least = match count.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below + 1,
        Bound::Unbounded => 0,
    };
    let greatest = match count.end_bound() {
        Bound::Included(greatest) => Some(*greatest),
        Bound::Excluded(above) => Some(above.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    Err(wrong_count(call, least, greatest))
}

/// Calls the function. Its type in this signature lets the macro accept closures without type annotations.
pub(crate) fn run(
    call: &mut Call<'_>,
    args: Vec<Value>,
    function: impl FnOnce(&mut Call<'_>, Vec<Value>) -> Eval<Value>,
) -> Eval<Value> {
    function(call, args)
}

/// The error for a wrong number of arguments.
#[cold]
pub(crate) fn wrong_count(call: &mut Call<'_>, least: usize, greatest: Option<usize>) -> Box<Unwind> {
    let (name, found) = (call.name, call.args.len());
    let expected = match greatest {
        Some(greatest) if greatest == least => format!("{least}"),
        Some(greatest) => format!("{least} to {greatest}"),
        None => format!("at least {least}"),
    };
    let word = if expected == "1" || expected == "at least 1" { "argument" } else { "arguments" };
    let error = call.fail(format!("`{name}` takes {expected} {word}, got {found}"));
    with_advice(error, Some(advice(name)))
}

/// The error for an argument of a wrong type.
#[cold]
pub(crate) fn expected<T>(call: &mut Call<'_>, what: &str, found: Option<&Value>) -> Eval<T> {
    let (name, found) = (call.name, call.cx.type_text(found.unwrap_or(&Value::Undef)));
    let error = call.fail(format!("`{name}` expects {what}, got {found}"));
    Err(with_advice(error, Some(advice(name))))
}

/// These functions have no signature that an error could show, so it refers to the manual.
fn advice(name: &str) -> String {
    format!("`bunraku functions {name}` shows how to call it")
}

/// Converts a value to a string as Ruby's `to_s` does.
pub(crate) fn to_s(call: &Call<'_>, value: &Value) -> String {
    reference_text(value).unwrap_or_else(|| ruby_text(&call.cx.edition.types, value))
}

/// The value of a variable in the top scope; `undef` if it is not set.
pub(crate) fn top(call: &Call<'_>, name: &str) -> Value {
    let given = call.cx.scopes.first().and_then(|top| top.given.get(name)).cloned();
    given.or_else(|| call.cx.lookup_text(call.body, &format!("::{name}"))).unwrap_or_default()
}

/// Whether Ruby counts a value as true, which is everything except `nil` and `false`.
pub(crate) fn truthy(value: Option<&Value>) -> bool {
    !matches!(value, None | Some(Value::Undef | Value::Bool(false)))
}

/// Appends all elements of nested arrays to `result`.
pub(crate) fn flattened(values: &[Value], result: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flattened(inner, result),
            other => result.push(other.clone()),
        }
    }
}
