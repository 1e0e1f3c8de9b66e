//! `reverse_each`: iterates from the last element to the first.

use bunraku_eval::LazySequence;

use crate::iteration::yield_spread;
use crate::prelude::*;

pub(crate) static REVERSE_EACH: Builtin = Builtin::new(
    "reverse_each",
    "Iterates over the elements from the last to the first. Returns a sequence for other functions to iterate
over; with a lambda, calls it with each element and returns `undef`.

The sequence is not an array: convert it with `Array($sequence)` or `*$sequence`.

```cases
notice([1, 2, 3].reverse_each.map |$x| { $x * 10 })
['a', 'b'].reverse_each |$x| { notice($x) }
notice(Array(Integer[1, 4].reverse_each))
>> notice \"[30, 20, 10]\"
>> notice \"b\"
>> notice \"a\"
>> notice \"[4, 3, 2, 1]\"
```
",
    &[
        Dispatch { signature: "Iterable $values", run: sequence },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block", run: elements },
    ],
)
.glances();

/// The number of bytes that a character takes as a value, with its string. Other values are no larger, or are shared.
const CHARACTER: u64 = 48;

fn sequence(call: &mut Call<'_>) -> Eval<Value> {
    let Some(sequence) = LazySequence::of(&call.cx, call.arg(0)) else { return Ok(Value::Undef) };
    // All elements become values before the last one can be returned.
    call.reserve(sequence.most().saturating_mul(CHARACTER))?;
    Ok(sequence.reversed().into_value())
}

fn elements(call: &mut Call<'_>) -> Eval<Value> {
    let reversed = sequence(call)?;
    for item in call.cx.items(&reversed) {
        let step = yield_spread(call, item);
        if unless_broken(step)?.is_none() {
            break;
        }
    }
    Ok(Value::Undef)
}
