//! `delete_undef_values`: removes the values that are `undef`.

use super::ruby::*;

pub(crate) static DELETE_UNDEF_VALUES: Builtin = Builtin::new(
    "delete_undef_values",
    r##"Removes the values that are `undef` from an array or hash.

```cases
notice(delete_undef_values({ 'a' => 'A', 'b' => '', 'c' => undef, 'd' => false }))
notice(delete_undef_values(['a', undef, '']))
>> notice "{a => A, b => , d => false}"
>> notice "[a, ]"
```

```cases
notice(delete_undef_values('a'))
>> error 1
```
"##,
    legacy!(1.., delete_undef_values),
)
.since([5, 1, 0]);

fn delete_undef_values(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.into_iter().next() {
        Some(Value::Array(mut values)) => {
            values.retain(|value| !value.is_undef());
            Ok(Value::Array(values))
        }
        Some(Value::Hash(mut hash)) => {
            hash.retain(|_, value| !value.is_undef());
            Ok(Value::Hash(hash))
        }
        other => expected(call, "an Array or a Hash", other.as_ref()),
    }
}
