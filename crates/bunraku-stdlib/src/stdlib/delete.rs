//! `delete`, `delete_at`, `delete_regex`, `delete_undef_values` and `delete_values`: remove elements from
//! collections.

use super::ruby::*;
use crate::{numbers::leading_integer, order::same};

pub(crate) static ALL: [&Builtin; 5] =
    [&DELETE, &DELETE_AT, &DELETE_REGEX, &DELETE_UNDEF_VALUES, &DELETE_VALUES];

static DELETE: Builtin = Builtin::new(
    "delete",
    r##"An array without the elements that are equal to a value, a hash without a key, or a text without another text.
An array of values deletes each of them.

```cases
notice(delete(['a', 'b', 'c', 'b'], 'b'), delete({ 'a' => 1, 'b' => 2 }, ['a']), delete('abracadabra', 'bra'))
>> notice "[a, c] {b => 2} acada"
```

```cases
notice(delete(1, 'a'))
>> error 1
```
"##,
    legacy!(2..=2, delete),
)
.bytes(Bytes::Kept);

static DELETE_AT: Builtin = Builtin::new(
    "delete_at",
    r##"An array without the element at an index. Negative integers count from the end.

```cases
notice(delete_at(['a', 'b', 'c'], 1), delete_at(['a', 'b', 'c'], '2'), delete_at(['a', 'b', 'c'], -3))
>> notice "[a, c] [a, b] [b, c]"
```

```cases
notice(delete_at(['a'], 1))
>> error 1
```
"##,
    legacy!(2.., delete_at),
);

static DELETE_REGEX: Builtin = Builtin::new(
    "delete_regex",
    r##"An array without the texts in which a regular expression, given as a text, matches whole words. An array of them
deletes by each. Elements that are no texts stay.

```cases
notice(delete_regex(['abf', 'ab', 'ac'], '^ab.*'), delete_regex(['a', 'b', 'c'], ['a', 'c']))
>> notice "[ac] [b]"
```

```cases
notice(delete_regex(1, 'a'))
>> error 1
```
"##,
    legacy!(2..=2, delete_regex),
);

static DELETE_UNDEF_VALUES: Builtin = Builtin::new(
    "delete_undef_values",
    r##"An array or a hash without the values that are `undef`.

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
.before([5, 1, 0], Older::Code);

static DELETE_VALUES: Builtin = Builtin::new(
    "delete_values",
    r##"A hash without the entries that have a value.

```cases
notice(delete_values({ 'a' => 'A', 'b' => 'B', 'c' => 'B' }, 'B'))
>> notice "{a => A}"
```

```cases
notice(delete_values(['a'], 'a'))
>> error 1
```
"##,
    legacy!(2..=2, delete_values),
);

/// Converts a value to a list as Ruby's `Array()` does.
fn listed(value: Option<&Value>) -> Vec<Value> {
    match value {
        None | Some(Value::Undef) => Vec::new(),
        Some(Value::Array(values)) => values.iter().cloned().collect(),
        Some(Value::Hash(hash)) => {
            hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
        }
        Some(other) => vec![other.clone()],
    }
}

fn delete(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut collection = args.first().cloned().unwrap_or_default();
    let rules = &call.cx.edition.types;
    for item in listed(args.get(1)) {
        match &mut collection {
            Value::Array(values) => values.retain(|value| !same(rules, value, &item)),
            Value::Hash(hash) => {
                hash.remove(&item);
            }
            Value::Str(text) => match &item {
                Value::Str(part) if part.is_empty() => {}
                Value::Str(part) => *text = text.replace(part.as_str(), ""),
                other => return expected(call, "a String to take out of the String", Some(other)),
            },
            other => {
                let other = other.clone();
                return expected(call, "an Array, a Hash or a String to delete from", Some(&other));
            }
        }
    }
    Ok(collection)
}

fn delete_at(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(array)) = args.first() else { return expected(call, "an Array", args.first()) };
    let index = match args.get(1) {
        Some(Value::Int(index)) => *index,
        Some(Value::Float(index)) => index.trunc() as i64,
        Some(Value::Undef) => 0,
        Some(Value::Str(text)) if matches(r"^\d+$", text) => {
            i64::try_from(leading_integer(text)).unwrap_or(i64::MAX)
        }
        other => return expected(call, "an index, not negative", other),
    };
    let size = array.len() as i64;
    if index >= size {
        return Err(call.fail(format!("there is no index {index} in an array of {size}")));
    }
    let index = if index < 0 { index.saturating_add(size) } else { index };
    let kept = array.iter().enumerate().filter(|(at, _)| *at as i64 != index);
    Ok(Value::array(kept.map(|(_, value)| value.clone())))
}

fn delete_regex(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut collection = args.first().cloned().unwrap_or_default();
    for item in listed(args.get(1)) {
        let source = format!(r"\b{}\b", to_s(call, &item));
        match collection {
            Value::Array(values) if values.is_empty() => collection = Value::Array(values),
            Value::Array(values) => {
                let regexp = crate::patterns::compile(call, &source)?;
                let mut kept = Vec::with_capacity(values.len());
                for value in values {
                    if matchable(call, &value, &regexp)? != Some(true) {
                        kept.push(value);
                    }
                }
                collection = Value::array(kept);
            }
            // The module's block has one parameter, which is the key if Ruby iterates over a hash.
            Value::Hash(hash) if hash.is_empty() => collection = Value::Hash(hash),
            Value::Hash(mut hash) => {
                let regexp = crate::patterns::compile(call, &source)?;
                for (key, _) in hash.clone().iter() {
                    if matchable(call, key, &regexp)? == Some(true) {
                        hash.remove(key);
                    }
                }
                collection = Value::Hash(hash);
            }
            other => return expected(call, "an Array or a Hash to delete from", Some(&other)),
        }
    }
    Ok(collection)
}

/// Whether a regular expression matches a value by Ruby's `=~`; `None` if it cannot match values of that type.
pub(crate) fn matchable(
    call: &mut Call<'_>,
    value: &Value,
    regexp: &bunraku_pcore::Regexp,
) -> Eval<Option<bool>> {
    match value {
        Value::Str(text) | Value::ByteStr(text) => found(call, regexp, text).map(Some),
        Value::Default => found(call, regexp, "default").map(Some),
        Value::Undef => Ok(None),
        // Ruby 3.2 removed `=~` from values other than strings, symbols and `nil`. Earlier versions returned `nil`,
        // which is imitated.
        _ => Ok(None),
    }
}

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

fn delete_values(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Hash(hash)) = args.first() else { return expected(call, "a Hash", args.first()) };
    let item = args.get(1).cloned().unwrap_or_default();
    let rules = &call.cx.edition.types;
    let mut hash = hash.clone();
    hash.retain(|_, value| !same(rules, &item, value));
    Ok(Value::Hash(hash))
}
