//! `round`: the integer nearest to a number.

use crate::numbers::float_to_integer;
use crate::prelude::*;

pub(crate) static ROUND: Builtin = Builtin::new(
    "round",
    r##"Rounds a number to the nearest integer; halves are rounded away from zero.

```cases
notice(round(1.4), round(2.5), round(-1.5), round(7))
notice(0.49.round)
>> notice "1 3 -2 7"
>> notice "0"
```
"##,
    &[Dispatch { signature: "Numeric $val", run: round }],
);

/// Puppet adds 0.5 to every number and truncates the sum. That converts an integer to a float, so integers above 2⁵³
/// lose precision.
fn round(call: &mut Call<'_>) -> Eval<Value> {
    let number = match call.arg(0) {
        Value::Int(number) => *number as f64,
        Value::Big(number) => number.to_string().parse().unwrap_or(f64::INFINITY),
        Value::Float(number) => *number,
        _ => return Ok(Value::Undef),
    };
    let moved = if number > 0.0 { number + 0.5 } else { number - 0.5 };
    float_to_integer(call, moved.trunc())
}
