//! `prefix` and `suffix`: add a string before or after each element.

use super::ruby::*;

pub(crate) static PREFIX: Builtin = Builtin::new(
    "prefix",
    r##"Adds a prefix to the elements of an array, or to the keys of a hash.

```cases
notice(prefix(['a', 1], 'p-'), prefix({ 'a' => 1 }, 'p-'))
>> notice "[p-a, p-1] {p-a => 1}"
```

```cases
notice(prefix('a', 'p'))
>> error 1
```
"##,
    legacy!(1.., |call, args| affixed(call, args, |string, affix| format!("{affix}{string}"))),
);

pub(crate) static SUFFIX: Builtin = Builtin::new(
    "suffix",
    r##"Adds a suffix to the elements of an array, or to the keys of a hash.

```cases
notice(suffix(['a', 1], '-s'), suffix({ 'a' => 1 }, '-s'))
>> notice "[a-s, 1-s] {a-s => 1}"
```

```cases
notice(suffix('a', 's'))
>> error 1
```
"##,
    legacy!(1.., |call, args| affixed(call, args, |string, affix| format!("{string}{affix}"))),
);

fn affixed(call: &mut Call<'_>, args: Vec<Value>, put: fn(&str, &str) -> String) -> Eval<Value> {
    let first = match args.first() {
        Some(first @ (Value::Array(_) | Value::Hash(_))) => first,
        other => return expected(call, "an Array or a Hash", other),
    };
    let affix = match args.get(1) {
        None | Some(Value::Bool(false)) => "",
        Some(Value::Str(affix)) => affix.as_str(),
        other => return expected(call, "a String to add", other),
    };
    let parts = match first {
        Value::Hash(hash) => hash.len(),
        Value::Array(values) => values.len(),
        _ => 0,
    };
    call.reserve((parts as u64).saturating_mul(affix.len() as u64))?;
    Ok(match first {
        Value::Hash(hash) => Value::hash(
            hash.iter().map(|(key, value)| (Value::str(put(&to_s(call, key), affix)), value.clone())),
        ),
        Value::Array(values) => {
            Value::array(values.iter().map(|value| Value::str(put(&to_s(call, value), affix))))
        }
        _ => Value::Undef,
    })
}
