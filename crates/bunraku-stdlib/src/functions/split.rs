//! `split`: splits a string at matches of a pattern.

use bunraku_pcore::{Regexp, Type, values::Sensitive};

use crate::{patterns, prelude::*};

pub(crate) static SPLIT: Builtin = Builtin::new(
    "split",
    r##"Splits a string wherever a pattern matches, and returns an array of the parts.

The pattern is a regular expression, or a string that contains one: put special characters in square brackets, as in
`'[.]'`. What groups of the pattern match is included in the result. Empty parts at the end are left out. For a
`Sensitive` string, the result is a `Sensitive` array.

```cases
notice(split('a1b22c', /\d+/))
notice('a.b..c..'.split('[.]'))
notice(split('k=v', '(=)'))
notice(split('abc', ''))
notice(split(Sensitive('a,b'), ',').unwrap)
>> notice "[a, b, c]"
>> notice "[a, b, , c]"
>> notice "[k, =, v]"
>> notice "[a, b, c]"
>> notice "[a, b]"
```
"##,
    &[
        Dispatch { signature: "String $str, String $pattern >> Array", run: split },
        Dispatch { signature: "String $str, Regexp $pattern >> Array", run: split },
        Dispatch { signature: "String $str, Type[Regexp] $pattern >> Array", run: split },
        Dispatch { signature: "Sensitive[String] $sensitive, String $pattern >> Sensitive[Array]", run: split_sensitive },
        Dispatch { signature: "Sensitive[String] $sensitive, Regexp $pattern >> Sensitive[Array]", run: split_sensitive },
        Dispatch { signature: "Sensitive[String] $sensitive, Type[Regexp] $pattern >> Sensitive[Array]", run: split_sensitive },
    ],
)
.bytes(Bytes::Kept);

fn split(call: &mut Call<'_>) -> Eval<Value> {
    let text = call.arg(0).clone();
    parts(call, &text)
}

fn split_sensitive(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Sensitive(sensitive) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let parts = parts(call, sensitive.unwrap())?;
    Ok(Value::Sensitive(Sensitive::new(parts)))
}

fn parts(call: &mut Call<'_>, text: &Value) -> Eval<Value> {
    let regexp: Regexp = match call.arg(1).clone() {
        Value::Str(source) => patterns::compile(call, &source)?,
        Value::Regexp(regexp) => regexp,
        // The type `Regexp` without a pattern splits like the empty regular expression, between all characters.
        Value::Type(ty) => match ty.resolved() {
            Type::Regexp(Some(regexp)) => regexp.clone(),
            _ => patterns::compile(call, "")?,
        },
        _ => return Ok(Value::Undef),
    };
    let text = text.as_str().unwrap_or_default();
    // There may be as many parts as characters.
    call.reserve(text.len() as u64 * 40)?;
    match regexp.split(text, 0) {
        Ok(parts) => Ok(Value::array(parts.into_iter().map(Value::from))),
        Err(_) => Err(patterns::too_slow(call)),
    }
}
