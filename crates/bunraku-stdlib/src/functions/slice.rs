//! `slice`: divides elements into groups of a fixed size.

use crate::iteration::{fixed_arity, pairs};
use crate::prelude::*;

pub(crate) static SLICE: Builtin = Builtin::new(
    "slice",
    "Splits elements into groups of a given size; the last one may be smaller. Returns an array of the groups or,
with a lambda, calls it with each group and returns the collection.

A lambda with one parameter gets each group as an array; one with as many parameters as the size gets its elements.
Missing elements in the last group are `undef`, or empty arrays for a hash.

```cases
notice([1, 2, 3, 4, 5].slice(2))
[1, 2, 3].slice(2) |$a, $b| { notice(\"${a} and ${b}\") }
notice({ 'a' => 1, 'b' => 2 }.slice(2))
>> notice \"[[1, 2], [3, 4], [5]]\"
>> notice \"1 and 2\"
>> notice \"3 and \"
>> notice \"[[[a, 1], [b, 2]]]\"
```
",
    &[
        Dispatch {
            signature: "Hash[Any, Any] $hash, Integer[1, default] $size, Optional[Callable] &$block",
            run: entries,
        },
        Dispatch {
            signature: "Iterable $values, Integer[1, default] $size, Optional[Callable] &$block",
            run: elements,
        },
    ],
)
.glances();

fn entries(call: &mut Call<'_>) -> Eval<Value> {
    let items = match call.arg(0) {
        Value::Hash(hash) => pairs(hash),
        _ => Vec::new(),
    };
    slice(call, items.into_iter(), Value::array([]))
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.enumerate(0)?.items;
    slice(call, items, Value::Undef)
}

fn slice(call: &mut Call<'_>, mut items: impl Iterator<Item = Value>, filler: Value) -> Eval<Value> {
    let size = call.arg(1).as_int().and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX);
    let serving = serving_size(call, size)?;
    let mut groups = Vec::new();
    let mut count = 0;
    loop {
        if groups.len().is_multiple_of(16) {
            call.step()?;
        }
        let mut group = call.gather(items.by_ref().take(size))?;
        if group.is_empty() {
            break;
        }
        let Some(serving) = serving else {
            count += group.len();
            if count > call.cx.limits.size {
                return Err(call.too_large());
            }
            call.keep(&mut groups, Value::array(group))?;
            continue;
        };
        let step = if serving == 1 {
            call.yield_values([Value::array(group)])
        } else {
            if group.len() < serving {
                if serving > call.cx.limits.size {
                    return Err(call.too_large());
                }
                group.resize(serving, filler.clone());
            }
            call.yield_all(group)
        };
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(if serving.is_some() { call.arg(0).clone() } else { Value::array(groups) })
}

/// How many arguments the lambda gets per group: one array, or each element of the group. `None` without a lambda.
fn serving_size(call: &mut Call<'_>, size: usize) -> Eval<Option<usize>> {
    if call.block.is_none() {
        return Ok(None);
    }
    let arity = fixed_arity(call).unwrap_or(size);
    if arity != 0 && (arity == 1 || arity == size) {
        return Ok(Some(arity));
    }
    Err(call.fail(format!("the lambda of `slice` must take 1 or {size} parameters, not {arity}")))
}
