//! `join_keys_to_values`: joins each key of a hash with its value.

use super::ruby::*;

pub(crate) static JOIN_KEYS_TO_VALUES: Builtin = Builtin::new(
    "join_keys_to_values",
    r##"Joins each key of a hash to its value with a separator, and returns an array of the strings. If a value is an
array, there is one string for each of its elements.

```cases
notice(join_keys_to_values({ 'a' => 1, 'b' => [2, 3] }, ' is '))
>> notice "[a is 1, b is 2, b is 3]"
```

```cases
notice(join_keys_to_values(['a'], ' is '))
>> error 1
```
"##,
    legacy!(2..=2, join_keys_to_values),
)
.since([4, 25, 0]);

fn join_keys_to_values(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Hash(hash)) = args.first() else { return expected(call, "a Hash", args.first()) };
    let Some(Value::Str(between)) = args.get(1) else { return expected(call, "a String", args.get(1)) };
    let mut texts = Vec::with_capacity(hash.len());
    for (key, value) in hash {
        let key = to_s(call, key);
        match value {
            Value::Array(values) => {
                texts.extend(
                    values.iter().map(|value| Value::str(format!("{key}{between}{}", to_s(call, value)))),
                );
            }
            value => match to_s(call, value).as_str() {
                "undef" => texts.push(Value::str(key)),
                string => texts.push(Value::str(format!("{key}{between}{string}"))),
            },
        }
    }
    Ok(Value::array(texts))
}
