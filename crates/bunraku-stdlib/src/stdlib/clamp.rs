//! `clamp`: limits a number to a range.

use num_bigint::BigInt;

use super::ruby::*;
use crate::numbers::{float_to_integer, leading_integer};

pub(crate) static CLAMP: Builtin = Builtin::new(
    "clamp",
    r##"The middle one of three integers: a number that is kept between two others, in any order. Arrays give their
elements, texts of digits are numbers.

```cases
notice(clamp('24', [575, 187]), clamp(16, 88, 661), clamp([4, 3, '99']))
>> notice "187 88 4"
```

```cases
notice(clamp(1, 2))
>> error 1
```
"##,
    legacy!(1.., clamp),
);

fn clamp(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut values = Vec::new();
    flattened(&args, &mut values);
    if values.len() != 3 {
        let found = values.len();
        return Err(call.fail(format!("`clamp` takes three numbers, got {found}")));
    }
    let mut numbers: Vec<BigInt> = Vec::with_capacity(3);
    for value in &values {
        numbers.push(match value {
            Value::Int(number) => BigInt::from(*number),
            Value::Float(number) => match float_to_integer(call, number.trunc())? {
                Value::Int(number) => BigInt::from(number),
                Value::Big(number) => (*number).clone(),
                _ => BigInt::ZERO,
            },
            Value::Undef => BigInt::ZERO,
            Value::Str(text) if matches(r"^\d+$", text) => leading_integer(text),
            other => return expected(call, "integers", Some(other)),
        });
    }
    numbers.sort();
    Ok(numbers.into_iter().nth(1).map(Value::integer).unwrap_or_default())
}
