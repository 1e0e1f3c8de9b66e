//! `time`: the current time in seconds.

use bunraku_diag::codes;

use super::ruby::*;

pub(crate) static TIME: Builtin = Builtin::new(
    "time",
    r##"The number of seconds since the beginning of 1970. A time zone can be given and changes nothing.

```cases
notice(time('UTC', 1))
>> error 1
```

```cases
notice(time(1))
>> error 1
```
"##,
    legacy!(..=1, time),
);

fn time(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.first() {
        None | Some(Value::Str(_) | Value::Bool(false)) => {}
        // The module only asks whether the argument is empty before it uses it, which arrays and hashes can answer.
        Some(Value::Array(values)) if values.is_empty() => {}
        Some(Value::Hash(hash)) if hash.is_empty() => {}
        other => return expected(call, "a time zone as a String", other),
    }
    match call.cx.now() {
        Some(now) => Ok(Value::Int(now.seconds())),
        None => {
            let (body, range) = (call.body, call.range);
            Err(call.cx.error(
                codes::NOT_SUPPORTED,
                body,
                range,
                "there is no clock here to ask for the time",
            ))
        }
    }
}
