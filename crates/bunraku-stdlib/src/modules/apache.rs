//! Functions of the module puppetlabs-apache.

use bunraku_pcore::format::ruby_text;

use crate::stdlib::ruby::*;

pub(crate) static BOOL2HTTPD: Builtin = Builtin::new(
    "apache::bool2httpd",
    r##"`On` or `Off`, as Apache's configuration has truth values. A text with `true` or `false` in it, in any case, counts as
one; `undef` is `Off`, and any other value is its text.

```cases
notice(apache::bool2httpd(true), apache::bool2httpd('False'), apache::bool2httpd('mail'), apache::bool2httpd(undef))
>> notice "On Off mail Off"
```

```cases
notice(apache::bool2httpd())
>> error 1
```
"##,
    &[Dispatch { signature: "Any $arg", run: bool2httpd }],
);

fn bool2httpd(call: &mut Call<'_>) -> Eval<Value> {
    let has = |text: &str, word: &str| text.to_ascii_lowercase().contains(word);
    Ok(Value::str(match call.arg(0) {
        // The module matches the argument against regular expressions, which fails in Ruby if it is one itself.
        Value::Regexp(_) => return Err(call.fail("`apache::bool2httpd` cannot take a Regexp")),
        Value::Undef | Value::Bool(false) => "Off".to_owned(),
        Value::Bool(true) => "On".to_owned(),
        Value::Str(text) if has(text, "false") => "Off".to_owned(),
        Value::Str(text) if has(text, "true") => "On".to_owned(),
        other => ruby_text(&call.cx.edition.types, other),
    }))
}
