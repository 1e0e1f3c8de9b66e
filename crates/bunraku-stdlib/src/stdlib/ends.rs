//! `stdlib::start_with` and `stdlib::end_with`: test how strings start and end.

use super::ruby::*;

pub(crate) static START_WITH: Builtin = Builtin::new(
    "stdlib::start_with",
    r##"Whether a text begins with another, or with one of several.

```cases
notice('foobar'.stdlib::start_with('foo'), 'foobar'.stdlib::start_with(['x', 'f']), 'foobar'.stdlib::start_with('bar'))
>> notice "true true false"
```

```cases
notice('a'.stdlib::start_with(''))
>> error 1
```
"##,
    &[Dispatch {
        signature: "String $test_string, Variant[String[1], Array[String[1], 1]] $prefixes",
        run: |call| any(call, |text, part| text.starts_with(part)),
    }],
);

pub(crate) static END_WITH: Builtin = Builtin::new(
    "stdlib::end_with",
    r##"Whether a text ends with another, or with one of several.

```cases
notice('foobar'.stdlib::end_with('bar'), 'foobar'.stdlib::end_with(['x', 'r']), 'foobar'.stdlib::end_with('foo'))
>> notice "true true false"
```

```cases
notice('a'.stdlib::end_with(''))
>> error 1
```
"##,
    &[Dispatch {
        signature: "String $test_string, Variant[String[1], Array[String[1], 1]] $suffixes",
        run: |call| any(call, |text, part| text.ends_with(part)),
    }],
);

fn any(call: &mut Call<'_>, test: fn(&str, &str) -> bool) -> Eval<Value> {
    let text = call.arg(0).as_str().unwrap_or("");
    Ok(Value::Bool(match call.arg(1) {
        Value::Array(parts) => parts.iter().filter_map(Value::as_str).any(|part| test(text, part)),
        part => test(text, part.as_str().unwrap_or("")),
    }))
}
