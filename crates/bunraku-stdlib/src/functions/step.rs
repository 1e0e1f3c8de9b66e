//! `step`: iterates over every n-th element.

use bunraku_eval::LazySequence;

use crate::iteration::yield_spread;
use crate::prelude::*;

pub(crate) static STEP: Builtin = Builtin::new(
    "step",
    "Iterates over every nth element, starting with the first. Returns a sequence for other functions to iterate
over; with a lambda, calls it with each element and returns `undef`.

The sequence is not an array: convert it with `Array($sequence)` or `*$sequence`.

```cases
notice(Array([1, 2, 3, 4, 5].step(2)))
Integer[0, 9].step(4) |$x| { notice($x) }
notice(Integer[1, 6].step(2).map |$x| { $x * 10 })
>> notice \"[1, 3, 5]\"
>> notice \"0\"
>> notice \"4\"
>> notice \"8\"
>> notice \"[10, 30, 50]\"
```
",
    &[
        Dispatch { signature: "Iterable $values, Integer[1] $step", run: sequence },
        Dispatch { signature: "Iterable $values, Integer[1] $step, Callable[1, 1] &$block", run: elements },
    ],
)
.glances();

fn sequence(call: &mut Call<'_>) -> Eval<Value> {
    let step = call.arg(1).as_int().and_then(|step| u64::try_from(step).ok()).unwrap_or(1);
    let sequence = LazySequence::of(&call.cx, call.arg(0));
    Ok(sequence.map_or(Value::Undef, |sequence| sequence.stepped(step).into_value()))
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    let stepped = sequence(call)?;
    for item in call.cx.items(&stepped) {
        let step = yield_spread(call, item);
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(Value::Undef)
}
