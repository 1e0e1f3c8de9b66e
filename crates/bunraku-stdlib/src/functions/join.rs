//! `join`: joins the elements of an array into one string.

use bunraku_edition::TypeRules;
use bunraku_pcore::format::ruby_text;

use crate::prelude::*;

pub(crate) static JOIN: Builtin = Builtin::new(
    "join",
    "Joins the elements of an array to a string, with an optional separator. Nested arrays are joined the same
way; `undef` becomes an empty string.

```cases
notice(['a', 'b', 'c'].join(', '))
notice(join([1, [2, [3]], undef, true], '-'))
notice(join(['a', 'b']))
>> notice \"a, b, c\"
>> notice \"1-2-3--true\"
>> notice \"ab\"
```
",
    &[Dispatch {
        signature: "Array $values, String $between = '' >> String",
        run: |call| {
            let Some(Value::Array(values)) = call.args.first() else { return Ok(Value::Undef) };
            let between = call.args.get(1).and_then(Value::as_str).unwrap_or("");
            let separators = values.measure().weight().saturating_mul(between.len() as u64);
            call.reserve(separators)?;
            let mut joined = String::new();
            join(&call.cx.edition.types, values, between, &mut joined);
            Ok(if is_bytes(values, &joined) { Value::ByteStr(joined.into()) } else { Value::str(joined) })
        },
    }],
);

fn join(rules: &TypeRules, values: &[Value], between: &str, joined: &mut String) {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            joined.push_str(between);
        }
        match value {
            Value::Array(inner) => join(rules, inner, between, joined),
            Value::Str(text) => joined.push_str(text),
            other => joined.push_str(&ruby_text(rules, other)),
        }
    }
}

/// Whether Ruby's result is a byte string. If it is all ASCII, the encoding of the first element decides; otherwise any
/// byte string with non-ASCII bytes among the elements makes it one.
fn is_bytes(values: &[Value], joined: &str) -> bool {
    match joined.is_ascii() {
        true => matches!(values.first(), Some(Value::ByteStr(_))),
        false => values.iter().any(|value| matches!(value, Value::ByteStr(text) if !text.is_ascii())),
    }
}
