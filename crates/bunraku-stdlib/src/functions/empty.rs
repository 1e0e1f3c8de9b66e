//! `empty`: whether a collection or a string has no elements.

use crate::numbers::deprecated;
use crate::prelude::*;

pub(crate) static EMPTY: Builtin = Builtin::new(
    "empty",
    "Returns whether an array, a hash, a string or a binary value is empty. `undef` is empty; a number is not.

```cases
notice(empty([]), empty({ 'a' => 1 }), empty(''), empty(undef))
notice(empty(Sensitive('x')))
notice(empty(true))
>> notice \"true false true true\"
>> notice \"false\"
>> error 3
```
",
    &[
        Dispatch { signature: "Collection $values >> Boolean", run: |call| Ok(Value::Bool(is_empty(call.arg(0)))) },
        Dispatch { signature: "Sensitive[String] $str >> Boolean", run: |call| Ok(Value::Bool(is_empty(call.arg(0)))) },
        Dispatch { signature: "String $str >> Boolean", run: |call| Ok(Value::Bool(is_empty(call.arg(0)))) },
        Dispatch { signature: "Numeric $number >> Boolean", run: number },
        Dispatch { signature: "Binary $bytes >> Boolean", run: |call| Ok(Value::Bool(is_empty(call.arg(0)))) },
        Dispatch { signature: "Undef $nothing >> Boolean", run: |_| Ok(Value::Bool(true)) },
    ],
)
.glances();

fn number(call: &mut Call<'_>) -> Eval<Value> {
    deprecated(
        call,
        "calling `empty` with a number is deprecated: the result is always false",
        "remove the call",
    );
    Ok(Value::Bool(false))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(array) => array.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::Str(text) => text.is_empty(),
        Value::Sensitive(sensitive) => is_empty(sensitive.unwrap()),
        Value::Binary(binary) => binary.as_bytes().is_empty(),
        _ => false,
    }
}
