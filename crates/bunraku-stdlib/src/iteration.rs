//! The loops shared by functions that call a lambda for each element, such as `filter`, `map` and `all`.

use std::ops::ControlFlow;

use bunraku_eval::LazySequence;
use bunraku_pcore::Hash;

use crate::prelude::*;

/// Whether an iteration continues.
pub(crate) type Flow = ControlFlow<()>;

/// The result of calling the lambda for one element.
pub(crate) struct LambdaResult {
    pub(crate) value: Value,
    /// Whether the value is true in a condition.
    pub(crate) yes: bool,
}

/// How an entry of a hash is passed to the lambda.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    /// As two arguments, the key and the value.
    KeyAndValue,
    /// As one argument, the array `[key, value]`.
    Pair,
    /// Only its value.
    Value,
}

/// How an element is passed to the lambda.
#[derive(Clone, Copy)]
pub(crate) enum Element {
    /// As the only argument.
    Alone,
    /// As the second argument, after its index.
    Indexed,
}

impl Element {
    /// How an entry of a hash is passed where an element of an array is passed like this.
    fn of_hash(self) -> Entry {
        match self {
            Element::Alone => Entry::Pair,
            Element::Indexed => Entry::KeyAndValue,
        }
    }
}

/// Calls the lambda for each entry of the hash that is the first argument. A `break` is passed on to the surrounding
/// iteration.
pub(crate) fn over_hash(
    call: &mut Call<'_>,
    entry: Entry,
    mut take: impl FnMut(&Value, &Value, LambdaResult) -> Flow,
) -> Eval<()> {
    let Value::Hash(hash) = call.arg(0).clone() else { return Ok(()) };
    for (key, value) in hash.iter() {
        let answer = match entry {
            Entry::KeyAndValue => call.yield_values([key.clone(), value.clone()])?,
            Entry::Pair => call.yield_values([Value::array([key.clone(), value.clone()])])?,
            Entry::Value => call.yield_values([value.clone()])?,
        };
        let yes = call.cx.is_true(&answer);
        if take(key, value, LambdaResult { value: answer, yes }).is_break() {
            break;
        }
    }
    Ok(())
}

/// Calls the lambda for each element of the first argument. `take` gets the index, the element and the answer of the
/// lambda.
///
/// In Puppet `break` raises `StopIteration`, which passes on to the surrounding iteration, unless the elements come from a
/// range or a step: Ruby's `loop`, which produces those, rescues it.
pub(crate) fn over_elements(
    call: &mut Call<'_>,
    element: Element,
    mut take: impl FnMut(usize, Value, LambdaResult) -> Flow,
) -> Eval<()> {
    let found = call.enumerate(0)?;
    let ends = found.ends_at_break;
    let entries = gives_entries(call.arg(0));
    for (index, item) in found.items.enumerate() {
        let step = match element {
            Element::Alone => call.yield_values([item.clone()]),
            Element::Indexed if entries => {
                let (key, value) = key_and_value(item.clone());
                call.yield_values([key, value])
            }
            Element::Indexed => call.yield_values([Value::Int(index as i64), item.clone()]),
        };
        let answer = match step {
            Ok(answer) => answer,
            Err(unwind) if ends && matches!(*unwind, Unwind::Break(_)) => break,
            Err(unwind) => return Err(unwind),
        };
        let yes = call.cx.is_true(&answer);
        if take(index, item, LambdaResult { value: answer, yes }).is_break() {
            break;
        }
    }
    Ok(())
}

/// Calls the lambda for each element of the first argument; those of a hash are its entries as arrays `[key, value]`,
/// and take two arguments where the elements of an array are passed after their index.
pub(crate) fn over_items(
    call: &mut Call<'_>,
    element: Element,
    mut take: impl FnMut(Value, LambdaResult) -> Flow,
) -> Eval<()> {
    match call.arg(0) {
        Value::Hash(_) => over_hash(call, element.of_hash(), |key, value, answer| {
            take(Value::array([key.clone(), value.clone()]), answer)
        }),
        _ => over_elements(call, element, |_, item, answer| take(item, answer)),
    }
}

/// Whether the lambda answers with `wanted` (true or false) for an element or entry. The first such answer ends the
/// iteration.
pub(crate) fn answered(call: &mut Call<'_>, element: Element, wanted: bool) -> Eval<bool> {
    let mut found = false;
    let mut take = |answer: LambdaResult| {
        found = answer.yes == wanted;
        if found { Flow::Break(()) } else { Flow::Continue(()) }
    };
    match call.arg(0) {
        Value::Hash(_) => over_hash(call, element.of_hash(), |_, _, answer| take(answer))?,
        _ => over_elements(call, element, |_, _, answer| take(answer))?,
    }
    Ok(found)
}

/// Whether a value is a lazy sequence of hash entries, such as `$hash.step(1)`.
pub(crate) fn gives_entries(value: &Value) -> bool {
    match value {
        Value::Iter(iter) => LazySequence::behind(iter).is_some_and(LazySequence::is_pairs),
        _ => false,
    }
}

/// The entries of a lazy sequence of hash entries, or of a hash, in the first argument.
pub(crate) fn entries(call: &Call<'_>) -> impl Iterator<Item = (Value, Value)> + use<> {
    call.cx.items(call.arg(0)).map(key_and_value)
}

/// Splits the array `[key, value]` in two.
pub(crate) fn key_and_value(pair: Value) -> (Value, Value) {
    match &pair {
        Value::Array(pair) => match pair.as_slice() {
            [key, value] => (key.clone(), value.clone()),
            _ => (Value::Undef, Value::Undef),
        },
        _ => (pair, Value::Undef),
    }
}

/// The number of parameters of the lambda; `None` if one of them is optional or captures the rest.
pub(crate) fn fixed_arity(call: &Call<'_>) -> Option<usize> {
    let params = &call.block?.lambda.params;
    let fixed = params.iter().all(|param| param.default.is_none() && !param.rest);
    fixed.then_some(params.len())
}

/// Calls the lambda with a value. Unless the lambda has exactly one, required parameter, a collection is splatted: each
/// element becomes an argument.
pub(crate) fn yield_spread(call: &mut Call<'_>, value: Value) -> Eval<Value> {
    if fixed_arity(call) == Some(1) {
        return call.yield_values([value]);
    }
    match value {
        Value::Array(values) => call.yield_all(values),
        Value::Hash(hash) => call.yield_all(pairs(&hash)),
        Value::Undef => call.yield_all([]),
        other => call.yield_values([other]),
    }
}

/// The entries of a hash as arrays `[key, value]`.
pub(crate) fn pairs(hash: &Hash) -> Vec<Value> {
    hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
}
