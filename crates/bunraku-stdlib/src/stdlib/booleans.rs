//! `any2bool`, `bool2num`, `bool2str`, `num2bool` and `str2bool`: conversions from and to booleans.

use bunraku_pcore::number;
use num_bigint::BigInt;

use super::ruby::*;
use crate::numbers::leading_integer;

pub(crate) static ALL: [&Builtin; 5] = [&ANY2BOOL, &BOOL2NUM, &BOOL2STR, &NUM2BOOL, &STR2BOOL];

static ANY2BOOL: Builtin = Builtin::new(
    "any2bool",
    r##"Makes a boolean of anything: numbers above zero are true, texts are read as `num2bool` and `str2bool` do, an
empty string and `undef` are false, all else is true.

```cases
notice(any2bool('yes'), any2bool(0), any2bool('2'), any2bool([]), any2bool(undef))
>> notice "true false true true false"
```

```cases
notice(any2bool('perhaps'))
>> error 1
```
"##,
    legacy!(1.., any2bool),
);

static BOOL2NUM: Builtin = Builtin::new(
    "bool2num",
    r##"1 for true and 0 for false; texts are read as `str2bool` does.

```cases
notice(bool2num(true), bool2num('no'))
>> notice "1 0"
```

```cases
notice(bool2num(2))
>> error 1
```
"##,
    legacy!(1.., bool2num),
);

static BOOL2STR: Builtin = Builtin::new(
    "bool2str",
    r##"A text for a boolean: `true` and `false`, or the two texts that are given.

```cases
notice(bool2str(true), bool2str(false, 'on', 'off'))
>> notice "true off"
```

```cases
notice(bool2str('true'))
>> error 1
```
"##,
    legacy!(.., bool2str),
);

static NUM2BOOL: Builtin = Builtin::new(
    "num2bool",
    r##"Whether a number, or a text that is one, is at least 1.

```cases
notice(num2bool(1), num2bool('0'), num2bool(-5), num2bool(0.5))
>> notice "true false false false"
```

```cases
notice(num2bool('many'))
>> error 1
```
"##,
    legacy!(1..=1, num2bool),
);

static STR2BOOL: Builtin = Builtin::new(
    "str2bool",
    r##"The boolean that a text stands for: `1`, `t`, `y`, `true` and `yes` are true; `0`, `f`, `n`, `false`, `no`,
`undef`, `undefined` and an empty text are false. Case does not matter but for the two undefined ones.

```cases
notice(str2bool('Yes'), str2bool('f'), str2bool(''), str2bool(true))
>> notice "true false false true"
```

```cases
notice(str2bool('perhaps'))
>> error 1
```
"##,
    legacy!(1.., str2bool),
);

fn any2bool(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.first() {
        Some(Value::Bool(value)) => Ok(Value::Bool(*value)),
        Some(Value::Int(_) | Value::Float(_)) => num2bool(call, args),
        Some(Value::Str(text)) if number::float_from_text(text).is_some() => num2bool(call, args),
        Some(Value::Str(_)) => str2bool(call, args),
        _ => Ok(Value::Bool(true)),
    }
}

fn bool2num(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    Ok(Value::Int(i64::from(truthy(Some(&str2bool(call, args)?)))))
}

fn bool2str(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    if args.len() != 1 && args.len() != 3 {
        let found = args.len();
        return Err(call
            .fail(format!("`bool2str` takes a boolean, or a boolean and two texts; got {found} arguments")));
    }
    let Some(Value::Bool(value)) = args.first() else { return expected(call, "a Boolean", args.first()) };
    let text = |index: usize, default: &str| match args.get(index) {
        None | Some(Value::Bool(false)) => Some(default.to_owned()),
        Some(Value::Str(text)) => Some(text.to_string()),
        _ => None,
    };
    match (text(1, "true"), text(2, "false")) {
        (Some(yes), Some(no)) => Ok(Value::str(if *value { yes } else { no })),
        (None, _) => expected(call, "a String for true", args.get(1)),
        (_, None) => expected(call, "a String for false", args.get(2)),
    }
}

fn num2bool(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let one = |number: f64| number.trunc() >= 1.0;
    Ok(Value::Bool(match args.first() {
        Some(Value::Int(number)) => *number > 0,
        Some(Value::Float(number)) => one(*number),
        Some(Value::Str(text)) => match number::float_from_text(text) {
            Some(number) => one(number),
            None => {
                return Err(
                    call.fail(format!("`num2bool` expects a number, and '{text}' does not look like one"))
                );
            }
        },
        other => leading_integer(&to_s(call, other.unwrap_or(&Value::Undef))) > BigInt::ZERO,
    }))
}

/// Converts a string such as `yes` or `0` to a boolean. `zip` uses it for its third argument.
pub(crate) fn str2bool(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let text = match args.first() {
        Some(Value::Bool(value)) => return Ok(Value::Bool(*value)),
        Some(Value::Str(text)) => text,
        other => return expected(call, "a String", other),
    };
    // The module tests with `^` and `$`, which match at lines in Ruby, so any line of the string counts.
    let line = |words: &[&str]| {
        text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
    };
    // `^$` matches an empty line, but not after the line ending at the very end of a string.
    let empty = text
        .split('\n')
        .enumerate()
        .any(|(index, line)| line.is_empty() && (index == 0 || index + 1 < text.split('\n').count()));
    if empty {
        Ok(Value::Bool(false))
    } else if line(&["1", "t", "y", "true", "yes"]) {
        Ok(Value::Bool(true))
    } else if line(&["0", "f", "n", "false", "no"])
        || text.split('\n').any(|line| line == "undef" || line == "undefined")
    {
        Ok(Value::Bool(false))
    } else {
        Err(call.fail(format!(
            "`{}` expects a text for a boolean, such as 'yes' or 'no', got '{text}'",
            call.name
        )))
    }
}
