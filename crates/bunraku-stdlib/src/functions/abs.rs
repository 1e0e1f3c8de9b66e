//! `abs`: the absolute value of a number.

use crate::prelude::*;
use num_bigint::BigInt;

use crate::numbers::{deprecated_string, leading_float, leading_integer};

pub(crate) static ABS: Builtin = Builtin::new(
    "abs",
    r##"Returns the absolute value of a number.

A string of decimal digits is converted to a number, with a deprecation warning: use `Numeric($string).abs` instead.

```cases
notice(abs(-5), abs(-2.5), abs(0))
notice((-7).abs)
>> notice "5 2.5 0"
>> notice "7"
```
"##,
    &[
        Dispatch { signature: "Numeric $val", run: of_number },
        Dispatch { signature: "String $val", run: of_string },
    ],
);

fn of_number(call: &mut Call<'_>) -> Eval<Value> {
    Ok(absolute(call.arg(0)))
}

fn absolute(number: &Value) -> Value {
    match number {
        Value::Int(number) => Value::integer(BigInt::from(number.unsigned_abs())),
        Value::Big(number) => Value::integer(BigInt::from(number.magnitude().clone())),
        Value::Float(number) => Value::Float(number.abs()),
        _ => Value::Undef,
    }
}

/// Puppet tests the string with `^` and `$`, which match at lines in Ruby, so one line that is a number is enough.
/// The value is still read from the start of the string.
fn of_string(call: &mut Call<'_>) -> Eval<Value> {
    deprecated_string(call);
    let string = call.arg(0).as_str().unwrap_or_default().to_owned();
    if string.split('\n').any(|line| is_decimal(line, true)) {
        return Ok(Value::Float(leading_float(&string).abs()));
    }
    if string.split('\n').any(|line| is_decimal(line, false)) {
        return Ok(absolute(&Value::integer(leading_integer(&string))));
    }
    Err(call.fail(format!("`abs` expects a number, got the String '{string}'")))
}

fn is_decimal(line: &str, fraction: bool) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let line = line.strip_prefix('-').unwrap_or(line);
    match line.split_once('.') {
        Some((whole, rest)) => fraction && digits(whole) && digits(rest),
        None => !fraction && digits(line),
    }
}
