//! `values_at`: the elements at certain indexes.

use super::ruby::*;
use crate::numbers::leading_integer;

pub(crate) static VALUES_AT: Builtin = Builtin::new(
    "values_at",
    r##"The elements of an array at an index, at a range of them (`'0-2'`, `'0..2'` or, without the last, `'0...2'`), or
at an array of such. Elements that are `undef` are left out.

```cases
$array = ['a', 'b', 'c', 'd']
notice(values_at($array, 2), values_at($array, '0-1'), values_at($array, [0, '2-3']))
>> notice "[c] [a, b] [a, c, d]"
```

```cases
notice(values_at(['a'], 1))
>> error 1
```
"##,
    legacy!(2.., values_at),
);

fn values_at(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(array)) = args.first() else { return expected(call, "an Array", args.first()) };
    let mut indices = Vec::new();
    flattened(args.get(1..2).unwrap_or_default(), &mut indices);
    if indices.is_empty() {
        return Err(call.fail("`values_at` was given no index"));
    }
    let mut result = Vec::new();
    for index in &indices {
        let text = to_s(call, index);
        let Some((start, between, stop)) = read(&text) else {
            return Err(call.fail(format!("'{text}' is neither an index nor a range of them, such as '0-2'")));
        };
        if start > stop {
            return Err(call.fail(format!("the range '{text}' goes downwards")));
        }
        let size = array.len();
        if stop >= size {
            return Err(call.fail(format!("there is no index {stop} in an array of {size}")));
        }
        let end = if between == "..." { stop } else { stop + 1 };
        let found = array.get(start..end).unwrap_or_default();
        // The module removes undefined elements (`compact`).
        result.extend(found.iter().filter(|value| !value.is_undef()).cloned());
    }
    Ok(Value::array(result))
}

/// Parses an index, or a range of indexes such as `1..3` or `1-3`: the first index, the separator, and the last. It
/// is enough if one line of the string is a range, because `^` and `$` match at lines in Ruby.
fn read(text: &str) -> Option<(usize, &str, usize)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| usize::try_from(leading_integer(text)).unwrap_or(usize::MAX - 1))
    };
    let range = text.split('\n').find_map(|line| {
        ["...", "..", "-"].into_iter().find_map(|between| {
            let (start, stop) = line.split_once(between)?;
            Some((number(start)?, between, number(stop)?))
        })
    });
    range.or_else(|| {
        // One line must be a number, but Ruby's `to_i` reads the start of the string.
        text.split('\n').find_map(number)?;
        let index = usize::try_from(leading_integer(text)).unwrap_or(usize::MAX - 1);
        Some((index, "..", index))
    })
}
