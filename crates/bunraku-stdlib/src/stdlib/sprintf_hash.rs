//! `sprintf_hash`: formats named values into a string.

use bunraku_pcore::format;

use super::{deprecation::deprecated, ruby::*};

pub(crate) static SPRINTF_HASH: Builtin = Builtin::new(
    "sprintf_hash",
    r##"Puts the values of a hash into a text, where `%<key>d` or `%{key}` stands for them. It is deprecated: `sprintf` does
the same. With the setting `strict` at `error`, as is the default, it fails.

```cases
notice(sprintf('%<a>03d %{b}', { 'a' => 7, 'b' => 'x' }))
notice(sprintf_hash('%<a>03d %{b}', { 'a' => 7, 'b' => 'x' }))
>> notice "007 x"
>> error 2
```

```cases
notice(sprintf_hash('%{a}', 1))
>> error 1
```
"##,
    &[Dispatch { signature: "String $format, Hash $arguments", run: sprintf_hash }],
)
.before([5, 0, 0], Older::Code);

fn sprintf_hash(call: &mut Call<'_>) -> Eval<Value> {
    deprecated(call, "`sprintf_hash` is deprecated: `sprintf` does the same")?;
    let text = call.arg(0).as_str().unwrap_or("");
    let written = format::sprintf(&call.cx.edition.types, text, call.args.get(1..).unwrap_or_default());
    written.map(Value::str).map_err(|error| call.fail(error.to_string()))
}
