//! `each`: calls a lambda with each element.

use crate::iteration::{self, gives_entries};
use crate::prelude::*;

pub(crate) static EACH: Builtin = Builtin::new(
    "each",
    "Calls a lambda with each element of an array, a hash or anything else that can be iterated over, and returns
the collection.

With one parameter, the lambda gets each element; the elements of a hash are pairs `[key, value]`. With two
parameters, it gets the key and value of a hash, or the index and element of anything else. `break()` ends the
iteration.

```cases
['a', 'b'].each |$x| { notice($x) }
['a', 'b'].each |$i, $x| { notice(\"${i} ${x}\") }
each({ 'k' => 1 }) |$k, $v| { notice(\"${k}=${v}\") }
>> notice \"a\"
>> notice \"b\"
>> notice \"0 a\"
>> notice \"1 b\"
>> notice \"k=1\"
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
    for (key, value) in hash.iter() {
        let step = call.yield_values([key.clone(), value.clone()]);
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(Value::Hash(hash))
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    for item in call.cx.items(call.arg(0)) {
        let step = call.yield_values([item]);
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(call.arg(0).clone())
}

fn indexed(call: &mut Call<'_>) -> Eval<Value> {
    if gives_entries(call.arg(0)) {
        for (key, value) in iteration::entries(call) {
            let step = call.yield_values([key, value]);
            if unless_broken(step)?.is_none() {
                break;
            }
        }
        return Ok(call.arg(0).clone());
    }
    for (index, item) in call.enumerate(0)?.items.enumerate() {
        let step = call.yield_values([Value::Int(index as i64), item]);
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(call.arg(0).clone())
}
