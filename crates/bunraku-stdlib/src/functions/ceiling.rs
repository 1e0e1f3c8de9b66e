//! `ceiling`: the smallest integer that is not below a number.

use crate::prelude::*;
use bunraku_pcore::number;

use crate::numbers::{deprecated_text, float_to_integer};

pub(crate) static CEILING: Builtin = Builtin::new(
    "ceiling",
    r##"The smallest integer that is not below a number.

A text is taken as a number, with a warning: that is an old form, and `Numeric($text).ceiling` does better.

```cases
notice(ceiling(1.2), ceiling(-1.2), ceiling(3))
notice(7.0.ceiling)
>> notice "2 -1 3"
>> notice "7"
```
"##,
    &[
        Dispatch { signature: "Numeric $val", run: of_number },
        Dispatch { signature: "String $val", run: of_text },
    ],
);

fn of_number(call: &mut Call<'_>) -> Eval<Value> {
    match call.arg(0) {
        Value::Float(number) => float_to_integer(call, number.ceil()),
        number => Ok(number.clone()),
    }
}

fn of_text(call: &mut Call<'_>) -> Eval<Value> {
    deprecated_text(call);
    let text = call.arg(0).as_str().unwrap_or_default().to_owned();
    match number::float_from_text(&text) {
        Some(number) => float_to_integer(call, number.ceil()),
        None => Err(call.fail(format!("`ceiling` needs a number, and '{text}' is none"))),
    }
}
