//! `sort`: elements in order.

use crate::order::asked;
use crate::prelude::*;

pub(crate) static SORT: Builtin = Builtin::new(
    "sort",
    "Sorts an array, or the characters of a string. A lambda that is given compares two elements: it answers with a
number below, at or above zero, as `compare` does.

Without a lambda, strings are ordered by their characters, upper case before lower case, and numbers by size; values of
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
        Dispatch { signature: "String $text, Optional[Callable[2, 2]] &$block", run: text },
        Dispatch { signature: "Array $array, Optional[Callable[2, 2]] &$block", run: array },
    ],
);

fn text(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.cx.items(call.arg(0)).collect();
    let sorted = sorted(call, items)?;
    let characters: String = sorted.iter().filter_map(Value::as_str).collect();
    Ok(Value::str(characters))
}

fn array(call: &mut Call<'_>) -> Eval<Value> {
    let items = call.cx.items(call.arg(0)).collect();
    Ok(Value::array(sorted(call, items)?))
}

/// Merges sorted halves. A lambda is asked in this order, which programs can see, and equal elements stay in theirs.
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
    Ok(merged)
}
