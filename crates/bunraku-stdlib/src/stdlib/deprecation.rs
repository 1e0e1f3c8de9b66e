//! `deprecation`: warns that something is deprecated, or fails.

use bunraku_diag::codes;

use super::ruby::*;

pub(crate) static DEPRECATION: Builtin = Builtin::new(
    "deprecation",
    r##"Warns that something is deprecated. The first argument identifies it, the second is the message. If the
setting `strict` is `error`, which is the default, it fails instead, unless the third argument is `false`.

```cases
deprecation('key', 'write something else')
>> error 1
```

```cases
notice(deprecation('key', 'write something else', false) =~ Undef)
>> notice "true"
```
"##,
    &[Dispatch {
        signature: "String $key, String $message, Boolean $use_strict_setting = true",
        run: |call| {
            let message = format!("{}: {}", call.cx.text(call.arg(0)), call.cx.text(call.arg(1)));
            if matches!(call.arg(2), Value::Bool(false)) {
                crate::numbers::deprecated(call, message, "follow the advice in the message");
                return Ok(Value::Undef);
            }
            deprecated(call, message)
        },
    }],
)
.since([9, 2, 0]);

/// Reports the use of something deprecated as the setting `strict` requires: an error, a warning, or nothing.
fn deprecated(call: &mut Call<'_>, message: impl Into<String>) -> Eval<Value> {
    let (body, range, strict) = (call.body, call.range, call.cx.settings.strict);
    call.cx.by_strict(strict, codes::DEPRECATED, body, range, message)?;
    Ok(Value::Undef)
}
