//! `bool2str` and `str2bool`: conversions of booleans to strings and back.

use super::ruby::*;

pub(crate) static BOOL2STR: Builtin = Builtin::new(
    "bool2str",
    r##"Converts a boolean to a string: `true` or `false`, or one of two given strings.

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

pub(crate) static STR2BOOL: Builtin = Builtin::new(
    "str2bool",
    r##"Converts a string to a boolean: `1`, `t`, `y`, `true` and `yes` are true; `0`, `f`, `n`, `false`, `no`,
`undef`, `undefined` and an empty string are false. Case is ignored, except for `undef` and `undefined`.

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

fn bool2str(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    if args.len() != 1 && args.len() != 3 {
        let found = args.len();
        return Err(call.fail(format!(
            "`bool2str` takes a boolean, or a boolean and two strings; got {found} arguments"
        )));
    }
    let Some(Value::Bool(value)) = args.first() else { return expected(call, "a Boolean", args.first()) };
    let string = |index: usize, default: &str| match args.get(index) {
        None | Some(Value::Bool(false)) => Some(default.to_owned()),
        Some(Value::Str(string)) => Some(string.to_string()),
        _ => None,
    };
    match (string(1, "true"), string(2, "false")) {
        (Some(yes), Some(no)) => Ok(Value::str(if *value { yes } else { no })),
        (None, _) => expected(call, "a String for true", args.get(1)),
        (_, None) => expected(call, "a String for false", args.get(2)),
    }
}

/// Converts a string such as `yes` or `0` to a boolean. `zip` uses it for its third argument.
pub(crate) fn str2bool(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let source = match args.first() {
        Some(Value::Bool(value)) => return Ok(Value::Bool(*value)),
        Some(Value::Str(source)) => source,
        other => return expected(call, "a String", other),
    };
    // The module tests with `^` and `$`, which match at lines in Ruby, so any line of the string counts.
    let line = |words: &[&str]| {
        source.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
    };
    // `^$` matches an empty line, but not after the line ending at the very end of a string.
    let empty = source
        .split('\n')
        .enumerate()
        .any(|(index, line)| line.is_empty() && (index == 0 || index + 1 < source.split('\n').count()));
    if empty {
        Ok(Value::Bool(false))
    } else if line(&["1", "t", "y", "true", "yes"]) {
        Ok(Value::Bool(true))
    } else if line(&["0", "f", "n", "false", "no"])
        || source.split('\n').any(|line| line == "undef" || line == "undefined")
    {
        Ok(Value::Bool(false))
    } else {
        Err(call.fail(format!(
            "`{}` expects a string for a boolean, such as 'yes' or 'no', got '{source}'",
            call.name
        )))
    }
}
