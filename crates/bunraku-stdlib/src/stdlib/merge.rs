//! `merge`, under both of its names, and `deep_merge`: merge hashes.

use bunraku_eval::Items;
use bunraku_pcore::Hash;

use super::ruby::*;

pub(crate) static MERGE: Builtin = Builtin::new(
    "merge",
    r##"Merges hashes. If a key is in more than one of them, the last value is used. `undef` and empty strings are
skipped.

With a lambda, it iterates over a collection: the lambda gets the hash so far and the element, or the hash, the index
or key and the value, and its result is merged into the hash if it is a hash.

```cases
notice(merge({ 'one' => 1, 'two' => 2 }, { 'two' => 'dos', 'three' => 'tres' }))
notice(merge(['a', 'b', 'a']) |$hash, $x| { { $x => pick($hash[$x], 0) + 1 } })
>> notice "{one => 1, two => dos, three => tres}"
>> notice "{a => 2, b => 1}"
```

```cases
notice(merge({}, 'a'))
>> error 1
```
"##,
    DISPATCHES,
)
.since([8, 0, 0])
.until([9, 0, 0]);

pub(crate) static STDLIB_MERGE: Builtin = Builtin::new(
    "stdlib::merge",
    r##"Merges hashes, or the results of a lambda for the elements of a collection. This is the name of `merge` since
stdlib 9.

```cases
notice(stdlib::merge({ 'one' => 1 }, { 'two' => 'dos' }))
notice(stdlib::merge(['a', 'b', 'a']) |$hash, $x| { { $x => pick($hash[$x], 0) + 1 } })
>> notice "{one => 1, two => dos}"
>> notice "{a => 2, b => 1}"
```

```cases
notice(stdlib::merge({}, 'a'))
>> error 1
```
"##,
    DISPATCHES,
);

static DISPATCHES: &[Dispatch] = &[
    Dispatch { signature: "Variant[Hash[Scalar, Any], Undef, String[0, 0]] *$args", run: merge },
    Dispatch { signature: "Iterable *$args, Callable[3, 3] &$block", run: |call| merge_each(call, true) },
    Dispatch { signature: "Iterable *$args, Callable[2, 2] &$block", run: |call| merge_each(call, false) },
];

pub(crate) static DEEP_MERGE: Builtin = Builtin::new(
    "deep_merge",
    r##"Merges hashes recursively: hashes under the same key are merged, too. For other values, the last one is used.
Empty strings and `undef` are skipped.

```cases
notice(deep_merge({ 'one' => 1, 'two' => { 'a' => 1 } }, { 'two' => { 'b' => 2 }, 'one' => 'x' }))
>> notice "{one => x, two => {a => 1, b => 2}}"
```

```cases
notice(deep_merge({}, []))
>> error 1
```
"##,
    legacy!(2.., deep_merge),
);

fn merge(call: &mut Call<'_>) -> Eval<Value> {
    let mut result = Hash::new();
    for value in call.args {
        if let Value::Hash(hash) = value {
            result.merge(hash);
        }
    }
    Ok(Value::Hash(own(result, call.args)))
}

/// Ensures that the result of merging is never an argument itself: Ruby code may change either in place.
fn own(result: Hash, args: &[Value]) -> Hash {
    let is_argument = |arg: &Value| matches!(arg, Value::Hash(hash) if hash.identity() == result.identity());
    match args.iter().any(is_argument) {
        true => result.to_own(),
        false => result,
    }
}

fn merge_each(call: &mut Call<'_>, three: bool) -> Eval<Value> {
    if call.args.len() != 1 {
        return Err(wrong_count(call, 1, Some(1)));
    }
    let mut result = Hash::new();
    let pairs = matches!(call.arg(0), Value::Hash(_));
    let items: Items = call.cx.items(call.arg(0));
    for (index, item) in items.enumerate() {
        // The answer is added to a copy, because the lambda may keep the value that it received.
        call.count_walk(result.len() as u64)?;
        let so_far = Value::Hash(result.clone());
        let answer = match (three, pairs, item) {
            (true, true, Value::Array(pair)) => {
                let mut pair = pair.into_iter();
                call.yield_values([so_far, pair.next().unwrap_or_default(), pair.next().unwrap_or_default()])?
            }
            (true, _, item) => call.yield_values([so_far, Value::Int(index as i64), item])?,
            (false, _, item) => call.yield_values([so_far, item])?,
        };
        if let Value::Hash(answer) = answer {
            result.extend(answer);
        }
    }
    Ok(Value::Hash(result))
}

fn deep_merge(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut result = Hash::new();
    for value in &args {
        match value {
            Value::Hash(hash) => merge_into(&mut result, hash.clone()),
            Value::Str(text) if text.is_empty() => {}
            other => return expected(call, "hashes", Some(other)),
        }
    }
    Ok(Value::Hash(own(result, &args)))
}

fn merge_into(target: &mut Hash, source: Hash) {
    if target.is_empty() {
        *target = source;
        return;
    }
    for (key, value) in source {
        if let Some(mut known) = target.get_mut(&key) {
            match (&mut *known, value) {
                (Value::Hash(known), Value::Hash(more)) => merge_into(known, more),
                (known, value) => *known = value,
            }
            continue;
        }
        target.insert(key, value);
    }
}
