//! `unique`: removes duplicates.

use bunraku_pcore::Hash;

use crate::iteration::{Element, Flow, over_elements};
use crate::prelude::*;

pub(crate) static UNIQUE: Builtin = Builtin::new(
    "unique",
    "Removes duplicates: keeps the first of several equal elements, or of elements for which a lambda returns the
same result.

For a string, returns a string. For a hash, returns a hash whose keys are arrays of the keys with the same value, and
whose values are arrays of these values.

```cases
notice([1, 3, 1, 2, 3].unique)
notice('hello'.unique)
notice(['a', 'A', 'b'].unique |$x| { $x.downcase })
notice({ 'a' => 1, 'b' => 2, 'c' => 1 }.unique)
>> notice \"[1, 3, 2]\"
>> notice \"helo\"
>> notice \"[a, b]\"
>> notice \"{[a, c] => [1], [b] => [2]}\"
```
",
    &[
        Dispatch { signature: "String $string, Optional[Callable[String]] &$block", run: string },
        Dispatch { signature: "Hash $hash, Optional[Callable[Any]] &$block", run: hash },
        Dispatch { signature: "Array $array, Optional[Callable[Any]] &$block", run: array },
        Dispatch { signature: "Iterable $values, Optional[Callable[Any]] &$block", run: elements },
    ],
);

/// A string of fewer than two characters is returned as it is, because Ruby's `uniq` does not call its block then.
fn string(call: &mut Call<'_>) -> Eval<Value> {
    if call.arg(0).as_str().is_none_or(|text| text.chars().nth(1).is_none()) {
        return Ok(call.arg(0).clone());
    }
    let kept: String = kept(call)?.values().filter_map(Value::as_str).collect();
    Ok(Value::str(kept))
}

fn array(call: &mut Call<'_>) -> Eval<Value> {
    match call.arg(0) {
        Value::Array(values) if values.len() < 2 => Ok(call.arg(0).clone()),
        Value::Array(values) if call.block.is_none() => Ok(Value::Array(values.unique())),
        _ => elements(call),
    }
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    Ok(Value::array(kept(call)?.values().cloned()))
}

/// The first element for each distinct answer of the lambda, or each distinct element without a lambda.
fn kept(call: &mut Call<'_>) -> Eval<Hash> {
    let mut kept = Hash::new();
    let mut keep = |key: Value, item: Value| {
        if !kept.contains_key(&key) {
            kept.insert(key, item);
        }
    };
    if call.block.is_some() {
        over_elements(call, Element::Alone, |_, item, answer| {
            keep(answer.value, item);
            Flow::Continue(())
        })?;
    } else {
        for item in call.enumerate(0)?.items {
            call.step()?;
            keep(item.clone(), item);
        }
    }
    Ok(kept)
}

fn hash(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Hash(hash) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let mut places = Hash::new();
    let mut groups: Vec<(Vec<Value>, Hash)> = Vec::new();
    for (key, value) in hash.iter() {
        let answer = if call.block.is_some() { call.yield_values([value.clone()])? } else { value.clone() };
        let known = places.get(&answer).and_then(Value::as_int).and_then(|place| usize::try_from(place).ok());
        match known.and_then(|place| groups.get_mut(place)) {
            Some((keys, values)) => {
                keys.push(key.clone());
                values.insert(value.clone(), Value::Undef);
            }
            None => {
                places.insert(answer, Value::Int(groups.len() as i64));
                groups.push((vec![key.clone()], Hash::from_iter([(value.clone(), Value::Undef)])));
            }
        }
    }
    let entries =
        groups.into_iter().map(|(keys, values)| (Value::array(keys), Value::array(values.keys().cloned())));
    Ok(Value::hash(entries))
}
