//! `convert_base`: an integer in another base.

use num_bigint::BigInt;

use super::ruby::*;
use crate::numbers::leading_integer;

pub(crate) static CONVERT_BASE: Builtin = Builtin::new(
    "convert_base",
    r##"Writes an integer, or a text of decimal digits, in a base from 2 to 36.

```cases
notice(convert_base(5, 2), convert_base('254', '16'))
>> notice "101 fe"
```

```cases
notice(convert_base(5, 37))
>> error 1
```
"##,
    legacy!(2..=2, convert_base),
);

fn convert_base(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut numbers = Vec::with_capacity(2);
    for value in &args {
        numbers.push(match value {
            Value::Int(number) => BigInt::from(*number),
            Value::Str(text) if matches("^[0-9]+$", text) => leading_integer(text),
            other => return expected(call, "integers, or texts of decimal digits", Some(other)),
        });
    }
    let [number, base] = numbers.as_slice() else { return Ok(Value::Undef) };
    match u32::try_from(base) {
        Ok(base @ 2..=36) => Ok(Value::str(number.to_str_radix(base))),
        _ => Err(call.fail(format!("a base is a number from 2 to 36, got {base}"))),
    }
}
