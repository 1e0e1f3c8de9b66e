//! `filter`: the elements for which a lambda returns true.

use bunraku_pcore::Hash;

use crate::iteration::{Entry, Flow, entries, gives_entries, over_hash};
use crate::prelude::*;

pub(crate) static FILTER: Builtin = Builtin::new(
    "filter",
    "Returns the elements for which a lambda returns true. For a hash, the result is a hash; for anything else, an
array.

The lambda takes the same parameters as for `each`. `break()` ends the iteration and returns the elements found so
far, except for hashes.

```cases
notice([1, 20, 3].filter |$x| { $x > 2 })
notice(['a', 'b', 'c'].filter |$i, $x| { $i != 1 })
notice({ 'a' => 1, 'b' => 2 }.filter |$k, $v| { $v > 1 })
>> notice \"[20, 3]\"
>> notice \"[a, c]\"
>> notice \"{b => 2}\"
```
",
    &[
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[2, 2] &$block", run: |call| hash(call, Entry::KeyAndValue) },
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[1, 1] &$block", run: |call| hash(call, Entry::Pair) },
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block", run: indexed },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block", run: elements },
    ],
)
.glances();

fn hash(call: &mut Call<'_>, entry: Entry) -> Eval<Value> {
    let mut kept = Hash::new();
    over_hash(call, entry, |key, value, answer| {
        if answer.yes {
            kept.insert(key.clone(), value.clone());
        }
        Flow::Continue(())
    })?;
    Ok(Value::Hash(kept))
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    let mut kept = Vec::new();
    for item in call.cx.items(call.arg(0)) {
        let step = call.test([item.clone()]);
        match unless_broken(step)? {
            Some(true) => call.keep(&mut kept, item)?,
            Some(false) => {}
            None => break,
        }
    }
    Ok(Value::array(kept))
}

fn indexed(call: &mut Call<'_>) -> Eval<Value> {
    if gives_entries(call.arg(0)) {
        let mut kept = Hash::new();
        for (key, value) in entries(call) {
            let step = call.test([key.clone(), value.clone()]);
            match unless_broken(step)? {
                Some(true) => drop(kept.insert(key, value)),
                Some(false) => {}
                None => break,
            }
        }
        return Ok(Value::Hash(kept));
    }
    let mut kept = Vec::new();
    for (index, item) in call.cx.items(call.arg(0)).enumerate() {
        let step = call.test([Value::Int(index as i64), item.clone()]);
        match unless_broken(step)? {
            Some(true) => call.keep(&mut kept, item)?,
            Some(false) => {}
            None => break,
        }
    }
    Ok(Value::array(kept))
}
