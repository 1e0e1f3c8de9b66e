//! `compare`: compares two values, with -1, 0 or 1 as the result.

use std::cmp::Ordering;

use bunraku_pcore::compare;

use crate::prelude::*;

pub(crate) static COMPARE: Builtin = Builtin::new(
    "compare",
    "Compares two values. Returns -1 if the first comes before the second, 0 if they are equal, and 1 if it comes
after.

Numbers, strings, versions and times can be compared with values of the same kind, and times with numbers of seconds.
Strings are compared ignoring case, unless the third argument is `false`.

```cases
notice(compare(1, 2.5))
notice(compare('b', 'A'))
notice(compare('a', 'A'))
notice(compare('a', 'A', false))
notice(compare(1, 'a'))
>> notice \"-1\"
>> notice \"1\"
>> notice \"0\"
>> notice \"1\"
>> error 5
```
",
    &[
        Dispatch { signature: "Numeric $a, Numeric $b >> Integer", run: values },
        Dispatch { signature: "String $a, String $b, Boolean $ignore_case = true >> Integer", run: strings },
        Dispatch { signature: "SemVer $a, SemVer $b >> Integer", run: values },
        Dispatch { signature: "Numeric $a, Variant[Timespan, Timestamp] $b >> Integer", run: number_and_time },
        Dispatch { signature: "Timestamp $a, Variant[Timestamp, Numeric] $b >> Integer", run: values },
        Dispatch { signature: "Timespan $a, Variant[Timespan, Numeric] $b >> Integer", run: values },
    ],
);

fn values(call: &mut Call<'_>) -> Eval<Value> {
    let order = compare::compare(&call.cx.edition.types, call.arg(0), call.arg(1));
    Ok(number(order.unwrap_or(Ordering::Equal)))
}

fn number_and_time(call: &mut Call<'_>) -> Eval<Value> {
    let order = compare::compare(&call.cx.edition.types, call.arg(1), call.arg(0));
    Ok(number(order.unwrap_or(Ordering::Equal).reverse()))
}

fn strings(call: &mut Call<'_>) -> Eval<Value> {
    let (a, b) = (call.arg(0).as_str().unwrap_or(""), call.arg(1).as_str().unwrap_or(""));
    let order = match call.arg(2) {
        Value::Bool(false) => a.cmp(b),
        _ => a
            .bytes()
            .map(|byte| byte.to_ascii_lowercase())
            .cmp(b.bytes().map(|byte| byte.to_ascii_lowercase())),
    };
    Ok(number(order))
}

fn number(order: Ordering) -> Value {
    Value::Int(order as i64)
}
