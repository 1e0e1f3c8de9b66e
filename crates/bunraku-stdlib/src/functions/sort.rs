//! `sort`: sorts the elements of an array or the characters of a string.

use crate::order::asked;
use crate::prelude::*;

pub(crate) static SORT: Builtin = Builtin::new(
    "sort",
    "Sorts an array, or the characters of a string. An optional lambda compares two elements and returns a number
less than, equal to or greater than zero, like `compare`.

Without a lambda, strings are sorted by character, uppercase before lowercase, and numbers by size; values of
different kinds cannot be sorted.

```cases
notice([3, 1, 2].sort)
notice(['b', 'a', 'C'].sort)
notice(['b', 'a', 'C'].sort |$a, $b| { compare($a, $b) })
notice('hello'.sort)
>> notice \"[1, 2, 3]\"
>> notice \"[C, a, b]\"
>> notice \"[a, b, C]\"
>> notice \"ehllo\"
```
",
    &[
        Dispatch { signature: "String $string_value, Optional[Callable[2, 2]] &$block >> String", run: string },
        Dispatch { signature: "Array $array, Optional[Callable[2, 2]] &$block >> Array", run: array },
    ],
);

fn string(call: &mut Call<'_>) -> Eval<Value> {
    if call.block.is_none() {
        let text = call.arg(0).as_str().unwrap_or_default().to_owned();
        call.reserve(text.len() as u64 * 8)?;
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        return Ok(Value::str(characters.into_iter().collect::<String>()));
    }
    let items = call.cx.items(call.arg(0));
    let items = call.gather(items)?;
    let sorted = sorted(call, items)?;
    let characters: String = sorted.iter().filter_map(Value::as_str).collect();
    Ok(Value::str(characters))
}

fn array(call: &mut Call<'_>) -> Eval<Value> {
    if call.block.is_none()
        && let Value::Array(values) = call.arg(0)
        && let Some(sorted) = sorted_strings(values).or_else(|| sorted_integers(values))
    {
        return Ok(Value::array(sorted));
    }
    let items = call.cx.items(call.arg(0));
    let items = call.gather(items)?;
    Ok(Value::array(sorted(call, items)?))
}

/// A merge sort, which keeps the order of equal elements. It is written out because a lambda can fail, and because
/// programs can observe the order in which it is called.
fn sorted(call: &mut Call<'_>, mut items: Vec<Value>) -> Eval<Vec<Value>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = sorted(call, items)?.into_iter().peekable();
    let mut right = sorted(call, right)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if asked(call, a, b)?.is_le() { left.next() } else { right.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    call.count_walk(merged.len() as u64)?;
    Ok(merged)
}

/// Sorts an array of strings; `None` if there are other elements.
///
/// For speed, strings are compared by eight bytes first, those after the prefix that all of them share, and as a
/// whole only if these are equal.
fn sorted_strings(values: &[Value]) -> Option<Vec<Value>> {
    let texts: Vec<&str> = values.iter().map(Value::as_str).collect::<Option<_>>()?;
    let (first, others) = texts.split_first()?;
    let shared = others.iter().fold(first.len(), |shared, text| {
        first.bytes().zip(text.bytes()).take(shared).take_while(|(a, b)| a == b).count()
    });
    let key = |text: &str| {
        let mut key = [0; 8];
        let bytes = text.as_bytes().get(shared..).unwrap_or_default();
        key.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
        u64::from_be_bytes(key)
    };
    let mut keyed: Vec<(u64, &str, &Value)> =
        texts.into_iter().zip(values).map(|(text, value)| (key(text), text, value)).collect();
    keyed.sort_unstable_by(|(a, text, _), (b, other, _)| a.cmp(b).then_with(|| text.cmp(other)));
    Some(keyed.into_iter().map(|(.., value)| value.clone()).collect())
}

fn sorted_integers(values: &[Value]) -> Option<Vec<Value>> {
    let mut numbers: Vec<i64> = values.iter().map(Value::as_int).collect::<Option<_>>()?;
    numbers.sort_unstable();
    Some(numbers.into_iter().map(Value::Int).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_ordered_by_their_bytes() {
        let texts = ["ab", "a", "a\0", "", "ab\0c", "abcdefghij", "abcdefghi", "abcdefghik", "é", "Z", "a"];
        for shared in ["", "x", "a long beginning that all of them share "] {
            let mut expected: Vec<String> = texts.iter().map(|string| format!("{shared}{string}")).collect();
            let values: Vec<Value> = expected.iter().map(|string| Value::str(string.as_str())).collect();
            expected.sort();
            let sorted = sorted_strings(&values).unwrap_or_default();
            assert!(sorted.iter().map(Value::as_str).eq(expected.iter().map(|string| Some(string.as_str()))));
        }
        assert_eq!(sorted_strings(&[Value::str("a"), Value::Int(1)]), None);
    }
}
