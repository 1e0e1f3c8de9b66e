//! `reduce`: combines all elements into one value, step by step.

use crate::prelude::*;

pub(crate) static REDUCE: Builtin = Builtin::new(
    "reduce",
    "Combines elements into one value: calls a lambda with the result so far and each element, and uses its result
as the next result so far.

It starts with the argument, or with the first element. For an empty collection without a start value, the result is
`undef`.

```cases
notice([1, 2, 3].reduce |$sum, $x| { $sum + $x })
notice([1, 2, 3].reduce(10) |$sum, $x| { $sum + $x })
notice([].reduce |$a, $b| { $a } =~ Undef)
>> notice \"6\"
>> notice \"16\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block", run: from_first },
        Dispatch { signature: "Iterable $values, Any $start, Callable[2, 2] &$block", run: from_start },
    ],
)
.glances();

fn from_first(call: &mut Call<'_>) -> Eval<Value> {
    let mut items = call.enumerate(0)?.items;
    match items.next() {
        Some(first) => reduce(call, first, items),
        None => Ok(Value::Undef),
    }
}

fn from_start(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.enumerate(0)?.items;
    reduce(call, call.arg(1).clone(), items)
}

/// The accumulated value is moved into the call, not cloned: a lambda that reads it once can then append to it in
/// place. A copy is kept only if the lambda may `break`, because the value so far is the result in that case.
fn reduce(call: &mut Call<'_>, start: Value, items: impl Iterator<Item = Value>) -> Eval<Value> {
    let mut memo = start;
    let may_break = call.may_break();
    for item in items {
        let before = may_break.then(|| memo.clone());
        let step = call.yield_values([memo, item]);
        match unless_broken(step)? {
            Some(value) => memo = value,
            None => return Ok(before.unwrap_or_default()),
        }
    }
    Ok(memo)
}
