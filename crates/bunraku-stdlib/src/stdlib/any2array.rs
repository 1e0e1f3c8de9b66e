//! `any2array`: converts any values to an array.

use super::ruby::*;

pub(crate) static ANY2ARRAY: Builtin = Builtin::new(
    "any2array",
    r##"Converts its arguments to an array. A single array is returned unchanged, a hash becomes an array of
alternating keys and values, an empty string and `undef` become an empty array, and any other value the only element.
Several arguments become the elements.

```cases
notice(any2array('a'), any2array(['a']), any2array({ 'a' => 1 }))
notice(any2array(''), any2array(), any2array(1, 2))
>> notice "[a] [a] [a, 1]"
>> notice "[] [] [1, 2]"
```
"##,
    legacy!(.., any2array),
)
.bytes(Bytes::PassedOn)
.since([5, 0, 0]);

fn any2array(_: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    Ok(match args.as_slice() {
        [Value::Array(_)] => args.into_iter().next().unwrap_or_default(),
        [Value::Str(text)] if text.is_empty() => Value::array([]),
        [Value::Hash(hash)] => {
            Value::array(hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]))
        }
        _ => Value::array(args),
    })
}
