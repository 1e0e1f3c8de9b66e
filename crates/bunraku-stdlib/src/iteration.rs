//! What the functions that call a lambda for each element have in common.

use std::ops::ControlFlow;

use bunraku_eval::LazySequence;
use bunraku_pcore::Hash;

use crate::prelude::*;

/// Whether an iteration goes on.
pub(crate) type Flow = ControlFlow<()>;

/// What the lambda answered for an element.
pub(crate) struct Answer {
    /// The value.
    pub(crate) value: Value,
    /// Whether it counts as true.
    pub(crate) yes: bool,
}

/// What the lambda gets for an entry of a hash.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    /// The key and the value as two values.
    KeyAndValue,
    /// An array of both.
    Pair,
    /// The value alone.
    Value,
}

/// What the lambda gets for an element.
#[derive(Clone, Copy)]
pub(crate) enum Element {
    /// The element.
    Alone,
    /// Its index before it.
    Indexed,
}

/// Which `break` ends an iteration over elements.
#[derive(Clone, Copy)]
pub(crate) enum Break {
    /// Any.
    Ends,
    /// That of a range or of steps; any other goes on outwards, to the iteration around.
    EndsSome,
}

/// Calls the lambda for each entry of a hash. `break` goes on outwards, to the iteration around.
pub(crate) fn over_hash(
    call: &mut Call<'_>,
    entry: Entry,
    mut take: impl FnMut(&Value, &Value, Answer) -> Flow,
) -> Eval<()> {
    let Value::Hash(hash) = call.arg(0).clone() else { return Ok(()) };
    for (key, value) in hash.iter() {
        let answer = match entry {
            Entry::KeyAndValue => call.yield_values([key.clone(), value.clone()])?,
            Entry::Pair => call.yield_values([Value::array([key.clone(), value.clone()])])?,
            Entry::Value => call.yield_values([value.clone()])?,
        };
        let yes = call.cx.is_true(&answer);
        if take(key, value, Answer { value: answer, yes }).is_break() {
            break;
        }
    }
    Ok(())
}

/// Calls the lambda for each element; `take` gets the index, the element and the answer.
pub(crate) fn over_elements(
    call: &mut Call<'_>,
    element: Element,
    ending: Break,
    mut take: impl FnMut(usize, Value, Answer) -> Flow,
) -> Eval<()> {
    let found = call.enumerate(0)?;
    let ends = found.ends_at_break || matches!(ending, Break::Ends);
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
        if take(index, item, Answer { value: answer, yes }).is_break() {
            break;
        }
    }
    Ok(())
}

/// Whether the lambda says `wanted` (yes or no) to an entry of the hash; it is not asked again after that.
pub(crate) fn answered_for_entry(call: &mut Call<'_>, entry: Entry, wanted: bool) -> Eval<bool> {
    let mut found = false;
    over_hash(call, entry, |_, _, answer| {
        found = answer.yes == wanted;
        if found { Flow::Break(()) } else { Flow::Continue(()) }
    })?;
    Ok(found)
}

/// Whether the lambda says `wanted` (yes or no) to an element; it is not asked again after that.
pub(crate) fn answered_for_element(call: &mut Call<'_>, element: Element, wanted: bool) -> Eval<bool> {
    let mut found = false;
    over_elements(call, element, Break::EndsSome, |_, _, answer| {
        found = answer.yes == wanted;
        if found { Flow::Break(()) } else { Flow::Continue(()) }
    })?;
    Ok(found)
}

/// Whether a value gives the entries of a hash one after the other, as `$hash.step(1)` does.
pub(crate) fn gives_entries(value: &Value) -> bool {
    match value {
        Value::Iter(iter) => LazySequence::behind(iter).is_some_and(LazySequence::is_pairs),
        _ => false,
    }
}

/// The entries of a hash that a value gives one after the other.
pub(crate) fn entries(call: &Call<'_>) -> impl Iterator<Item = (Value, Value)> + use<> {
    call.cx.items(call.arg(0)).map(key_and_value)
}

/// The two parts of an entry.
pub(crate) fn key_and_value(pair: Value) -> (Value, Value) {
    match &pair {
        Value::Array(pair) => match pair.as_slice() {
            [key, value] => (key.clone(), value.clone()),
            _ => (Value::Undef, Value::Undef),
        },
        _ => (pair, Value::Undef),
    }
}

/// The number of parameters of the lambda; `None` if one of them need not be given.
pub(crate) fn fixed_arity(call: &Call<'_>) -> Option<usize> {
    let params = &call.block?.lambda.params;
    let fixed = params.iter().all(|param| param.default.is_none() && !param.rest);
    fixed.then_some(params.len())
}

/// Calls the lambda with a value. If the number of its parameters is not fixed, it gets the elements of a collection
/// one by one.
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

/// The entries of a hash as arrays of two.
pub(crate) fn pairs(hash: &Hash) -> Vec<Value> {
    hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
}
