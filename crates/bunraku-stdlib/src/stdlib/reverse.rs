//! `reverse`: reverses an array or a string.

use super::ruby::*;

pub(crate) static REVERSE: Builtin = Builtin::new(
    "reverse",
    r##"An array or a text from its end to its beginning.

```cases
notice(reverse([1, 2, 3]), reverse('abc'))
>> notice "[3, 2, 1] cba"
```

```cases
notice(reverse(1))
>> error 1
```
"##,
    legacy!(1.., reverse),
)
.bytes(Bytes::Kept);

fn reverse(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.first() {
        Some(Value::Array(values)) => Ok(Value::array(values.iter().rev().cloned())),
        Some(Value::Str(text)) => Ok(Value::str(text.chars().rev().collect::<String>())),
        other => expected(call, "an Array or a String", other),
    }
}
