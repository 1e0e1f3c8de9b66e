//! `stdlib::nested_values` and `stdlib::sort_by`.

use crate::{order::asked, stdlib::ruby::*};

pub(super) static NESTED_VALUES: Builtin = Builtin::new(
    "stdlib::nested_values",
    r##"The values of a hash, of hashes in it, too, as one array.

```cases
notice(stdlib::nested_values({ 'a' => 1, 'b' => { 'c' => 2, 'd' => [3, 4] } }))
>> notice "[1, 2, [3, 4]]"
```
"##,
    &[Dispatch {
        signature: "Hash $hash",
        run: |call| {
            let mut values = Vec::new();
            nested_values(call.arg(0), &mut values);
            Ok(Value::array(values))
        },
    }],
);

pub(super) static SORT_BY: Builtin = Builtin::new(
    "stdlib::sort_by",
    r##"The elements of an array, the characters of a text, or the entries of a hash, in the order of what a lambda answers for them.

```cases
notice(stdlib::sort_by(['ccc', 'a', 'bb']) |$x| { $x.length })
notice(stdlib::sort_by({ 'a' => 3, 'b' => 1 }) |$entry| { $entry[1] })
>> notice "[a, bb, ccc]"
>> notice "{b => 1, a => 3}"
```

```cases
notice(stdlib::sort_by([1, 'a']) |$x| { $x })
>> error 1
```
"##,
    &[
        Dispatch { signature: "Array $ary, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "String $str, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "Hash $hsh, Callable[1, 1] &$block", run: sort_by },
        Dispatch { signature: "Hash $hsh, Callable[2, 2] &$block", run: sort_by },
    ],
);

fn nested_values(value: &Value, values: &mut Vec<Value>) {
    match value {
        Value::Hash(hash) => hash.values().for_each(|value| nested_values(value, values)),
        other => values.push(other.clone()),
    }
}

fn sort_by(call: &mut Call<'_>) -> Eval<Value> {
    let mut keyed: Vec<(Value, Value, Value)> = Vec::new();
    match call.arg(0).clone() {
        Value::Hash(hash) => {
            for (key, value) in hash {
                // The signature accepts a lambda with two parameters, but Ruby's `sort_by` passes an entry as one
                // array, so the module fails with such a lambda.
                let entry = Value::array([key.clone(), value.clone()]);
                let answer = match call.block.map_or(0, |block| block.lambda.params.len()) {
                    2 => return expected(call, "a lambda with one parameter for each entry", Some(&entry)),
                    _ => call.yield_values([entry])?,
                };
                keyed.push((answer, key, value));
            }
        }
        Value::Array(values) => {
            for value in values {
                let answer = call.yield_values([value.clone()])?;
                keyed.push((answer, Value::Undef, value));
            }
        }
        text => {
            for char in text.as_str().unwrap_or("").chars() {
                let value = Value::str(char.to_string());
                let answer = call.yield_values([value.clone()])?;
                keyed.push((answer, Value::Undef, value));
            }
        }
    }
    // From here on values are compared by their own order; `asked` would call the lambda otherwise.
    call.block = None;
    let mut failure = None;
    keyed.sort_by(|(a, ..), (b, ..)| match &failure {
        Some(_) => std::cmp::Ordering::Equal,
        None => asked(call, a, b).unwrap_or_else(|unwind| {
            failure = Some(unwind);
            std::cmp::Ordering::Equal
        }),
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    Ok(match call.arg(0) {
        Value::Hash(_) => Value::hash(keyed.into_iter().map(|(_, key, value)| (key, value))),
        Value::Str(_) => {
            Value::str(keyed.iter().filter_map(|(.., value)| value.as_str()).collect::<String>())
        }
        _ => Value::array(keyed.into_iter().map(|(.., value)| value)),
    })
}
