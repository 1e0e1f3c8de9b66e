//! `length`: the number of elements or characters.

use crate::prelude::*;

pub(crate) static LENGTH: Builtin = Builtin::new(
    "length",
    "Returns the number of elements of an array, entries of a hash, characters of a string or bytes of a binary value.

```cases
notice(length([1, 2]), length({ 'a' => 1 }), length('überall'))
notice(length(5))
>> notice \"2 1 7\"
>> error 2
```
",
    &[
        Dispatch { signature: "Collection $values >> Integer", run: |call| Ok(length(call.arg(0))) },
        Dispatch { signature: "String $string >> Integer", run: |call| Ok(length(call.arg(0))) },
        Dispatch { signature: "Binary $bytes >> Integer", run: |call| Ok(length(call.arg(0))) },
    ],
)
.glances()
.bytes(Bytes::Counted);

/// The number of elements, characters or bytes of a value.
pub(crate) fn length(value: &Value) -> Value {
    let count = match value {
        Value::Array(array) => array.len(),
        Value::Hash(hash) => hash.len(),
        Value::Str(text) => text.chars().count(),
        Value::Binary(binary) => binary.as_bytes().len(),
        _ => 0,
    };
    Value::Int(count as i64)
}
