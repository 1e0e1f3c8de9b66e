//! `has_key`: whether a hash has a key.

use super::ruby::*;

pub(crate) static HAS_KEY: Builtin = Builtin::new(
    "has_key",
    r##"Returns whether a hash has a key, regardless of its value.

```cases
notice(has_key({ 'a' => undef }, 'a'), has_key({ 'a' => 1 }, 'b'))
>> notice "true false"
```

```cases
notice(has_key(['a'], 'a'))
>> error 1
```
"##,
    legacy!(2..=2, has_key),
);

fn has_key(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.as_slice() {
        [Value::Hash(hash), key] => Ok(Value::Bool(hash.contains_key(key))),
        other => expected(call, "a Hash", other.first()),
    }
}
