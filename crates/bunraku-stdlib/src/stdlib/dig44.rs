//! `dig44` and `try_get_value`: access to nested values by a path.

use bunraku_pcore::number;

use super::ruby::*;
use crate::numbers::{deprecated, leading_integer};

pub(crate) static DIG44: Builtin = Builtin::new(
    "dig44",
    r##"What is found in nested hashes and arrays on a way of keys and indices; a third argument stands in for `undef`.

```cases
notice(dig44({ 'a' => { 'b' => ['x', 'y'] } }, ['a', 'b', 1]), dig44({ 'a' => 1 }, ['b', 'c'], 'nothing'))
>> notice "y nothing"
```

```cases
notice(dig44('a', ['b']))
>> error 1
```
"##,
    legacy!(2.., dig44),
);

pub(crate) static TRY_GET_VALUE: Builtin = Builtin::new(
    "try_get_value",
    r##"What is found in nested hashes and arrays on a way that is written as a text, with `/` or the fourth argument
between keys; the third argument stands in for `undef`. The function is deprecated: `dig` does the same with an array.

```cases
notice(try_get_value('a', 'b'), try_get_value('a', 'b', 'c'))
>> notice "a c"
```
"##,
    legacy!(1.., try_get_value),
);

fn dig44(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(data @ (Value::Hash(_) | Value::Array(_))) = args.first() else {
        return expected(call, "a Hash or an Array to go into", args.first());
    };
    let Some(Value::Array(path)) = args.get(1) else {
        return expected(call, "a way as an Array", args.get(1));
    };
    let default = args.get(2).cloned().unwrap_or_default();
    Ok(dug(data, path).filter(|value| !value.is_undef()).cloned().unwrap_or(default))
}

fn dug<'v>(data: &'v Value, path: &[Value]) -> Option<&'v Value> {
    let mut at = data;
    for key in path {
        at = match at {
            Value::Hash(hash) => hash.get(key)?,
            Value::Array(values) => {
                let index = match key {
                    Value::Int(index) => *index,
                    Value::Float(index) => index.trunc() as i64,
                    Value::Str(text) => i64::try_from(number::integer_from_text(text, None)?).ok()?,
                    _ => return None,
                };
                let index = if index < 0 { index.checked_add(values.len() as i64)? } else { index };
                values.get(usize::try_from(index).ok()?)?
            }
            _ => return None,
        };
        if at.is_undef() {
            return None;
        }
    }
    Some(at)
}

fn try_get_value(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    deprecated(call, "`try_get_value` is deprecated", "write `dig`, with the keys as arguments");
    let data = args.first().cloned().unwrap_or_default();
    let default = args.get(2).cloned().unwrap_or_default();
    let path = match args.get(1) {
        Some(Value::Str(path)) if !path.is_empty() && matches!(data, Value::Hash(_) | Value::Array(_)) => {
            path
        }
        Some(path)
            if truthy(Some(path))
                && path.as_str() != Some("")
                && matches!(data, Value::Hash(_) | Value::Array(_)) =>
        {
            return expected(call, "a way as a String", Some(path));
        }
        _ => return Ok(if truthy(args.get(2)) { default } else { data }),
    };
    let separator = match args.get(3) {
        Some(Value::Str(separator)) => separator.as_str(),
        _ => "/",
    };
    let keys: Vec<Value> = path
        .split(separator)
        .map(
            |key| if matches(r"^\d+$", key) { Value::integer(leading_integer(key)) } else { Value::str(key) },
        )
        .collect();
    Ok(dug(&data, &keys).filter(|value| !value.is_undef()).cloned().unwrap_or(default))
}
