//! `count`: counts elements.

use super::{character_set::CharacterSet, ruby::*};
use crate::order::same;

pub(crate) static COUNT: Builtin = Builtin::new(
    "count",
    r##"Counts the elements of an array or hash that are equal to a value or, without a value, those that are neither
`undef` nor an empty string. In a string, it counts the characters of a set, such as `a-z` or `^0-9`.

```cases
notice(count(['a', 'b', 'a'], 'a'), count(['a', '', undef, 'b']), count('hello', 'l'))
>> notice "2 2 2"
```

```cases
notice(count(1))
>> error 1
```
"##,
    legacy!(1..=2, count),
);

fn count(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let item = args.get(1).filter(|item| truthy(Some(item)));
    let counts = |value: &Value| match item {
        Some(item) => same(&call.cx.edition.types, value, item),
        None => !value.is_undef() && value.as_str() != Some(""),
    };
    let count = match (args.first(), item) {
        (Some(Value::Array(values)), _) => values.iter().filter(|value| counts(value)).count(),
        (Some(Value::Hash(hash)), None) => hash.len(),
        (Some(Value::Hash(hash)), Some(_)) => hash
            .iter()
            .filter(|(key, value)| counts(&Value::array([(*key).clone(), (*value).clone()])))
            .count(),
        (Some(Value::Str(text)), Some(Value::Str(set))) => match CharacterSet::parse(set) {
            Some(set) => text.chars().filter(|char| set.contains(*char)).count(),
            None => {
                return Err(call.fail(format!("'{set}' is not a set of characters: the range is reversed")));
            }
        },
        (other, _) => return expected(call, "an Array or a Hash to count in", other),
    };
    Ok(Value::Int(count as i64))
}
