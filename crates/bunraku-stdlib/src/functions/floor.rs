//! `floor`: the greatest integer that is not above a number.

use crate::prelude::*;
use bunraku_pcore::number;

use crate::numbers::{deprecated_text, float_to_integer};

pub(crate) static FLOOR: Builtin = Builtin::new(
    "floor",
    r##"The greatest integer that is not above a number.

A text is taken as a number, with a warning: that is an old form, and `Numeric($text).floor` does better.

```cases
notice(floor(1.8), floor(-1.2), floor(3))
notice(7.9.floor)
>> notice "1 -2 3"
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
        Value::Float(number) => float_to_integer(call, number.floor()),
        number => Ok(number.clone()),
    }
}

fn of_text(call: &mut Call<'_>) -> Eval<Value> {
    deprecated_text(call);
    let text = call.arg(0).as_str().unwrap_or_default().to_owned();
    match number::float_from_text(&text) {
        Some(number) => float_to_integer(call, number.floor()),
        None => Err(call.fail(format!("`floor` needs a number, and '{text}' is none"))),
    }
}
