//! `map`: the results of calling a lambda with each element.

use crate::iteration::{gives_entries, key_and_value};
use crate::prelude::*;

pub(crate) static MAP: Builtin = Builtin::new(
    "map",
    "Calls a lambda with each element and returns an array of the results.

The lambda takes the same parameters as for `each`. `next(value)` sets the result for the current element; `break()`
ends the iteration and returns the results so far.

```cases
notice([1, 2, 3].map |$x| { $x * 10 })
notice({ 'a' => 1 }.map |$k, $v| { \"${k}${v}\" })
notice(Integer[1, 4].map |$i, $x| { $i * $x })
>> notice \"[10, 20, 30]\"
>> notice \"[a1]\"
>> notice \"[0, 2, 6, 12]\"
```
",
    &[
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[2, 2] &$block", run: entries },
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[1, 1] &$block", run: elements },
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block", run: indexed },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block", run: elements },
    ],
)
.glances();

fn entries(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Hash(hash) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let mut results = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let step = call.yield_values([key.clone(), value.clone()]);
        let Some(result) = unless_broken(step)? else { break };
        call.keep(&mut results, result)?;
    }
    Ok(Value::array(results))
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.cx.items(call.arg(0));
    let mut results = Vec::with_capacity(items.size_hint().0);
    for item in items {
        let step = call.yield_values([item]);
        let Some(result) = unless_broken(step)? else { break };
        call.keep(&mut results, result)?;
    }
    Ok(Value::array(results))
}

fn indexed(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.enumerate(0)?.items;
    if gives_entries(call.arg(0)) {
        let mut results = Vec::new();
        for (key, value) in items.map(key_and_value) {
            // Puppet uses Ruby's `map` here without rescuing `StopIteration`, so `break` is passed on to the
            // surrounding iteration.
            let result = call.yield_values([key, value])?;
            call.keep(&mut results, result)?;
        }
        return Ok(Value::array(results));
    }
    let mut results = Vec::with_capacity(items.size_hint().0);
    for (index, item) in items.enumerate() {
        let step = call.yield_values([Value::Int(index as i64), item]);
        let Some(result) = unless_broken(step)? else { break };
        call.keep(&mut results, result)?;
    }
    Ok(Value::array(results))
}
