//! `pick` and `pick_default`: the first value that is neither `undef` nor an empty string.

use super::ruby::*;

pub(crate) static PICK: Builtin = Builtin::new(
    "pick",
    r##"Returns the first argument that is neither `undef` nor an empty string. Fails if there is none.

```cases
notice(pick(undef, '', 'a', 'b'))
notice(pick(false, 'a'))
>> notice "a"
>> notice "false"
```

```cases
notice(pick(undef, ''))
>> error 1
```
"##,
    legacy!(.., pick),
)
.bytes(Bytes::PassedOn);

pub(crate) static PICK_DEFAULT: Builtin = Builtin::new(
    "pick_default",
    r##"Returns the first argument that is neither `undef` nor an empty string, or else the last argument.

```cases
notice(pick_default(undef, 'a', 'b'))
notice(pick_default('', []))
>> notice "a"
>> notice "[]"
```
"##,
    legacy!(1.., pick_default),
)
.bytes(Bytes::PassedOn);

fn is_something(value: &Value) -> bool {
    !value.is_undef() && value.as_str() != Some("")
}

fn pick(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.into_iter().find(is_something) {
        Some(value) => Ok(value),
        None => Err(call.fail("`pick` expects at least one value that is neither undef nor an empty string")),
    }
}

fn pick_default(_: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let last = args.last().cloned().unwrap_or_default();
    Ok(args.into_iter().find(is_something).unwrap_or(last))
}
