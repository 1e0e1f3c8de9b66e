//! `join`: the elements of an array as one string.

use bunraku_edition::TypeRules;
use bunraku_pcore::format::ruby_text;

use crate::prelude::*;

pub(crate) static JOIN: Builtin = Builtin::new(
    "join",
    "Makes one string of the elements of an array, with a text between them if one is given. Arrays in the array are
joined the same way; `undef` is an empty string.

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
        signature: "Array $values, String $between = ''",
        run: |call| {
            let Value::Array(values) = call.arg(0) else { return Ok(Value::Undef) };
            let mut texts = Vec::with_capacity(values.len());
            let between = call.arg(1).as_str().unwrap_or("");
            texts_of(&call.cx.edition.types, values, &mut texts);
            Ok(Value::str(texts.join(between)))
        },
    }],
);

fn texts_of(rules: &TypeRules, values: &[Value], texts: &mut Vec<String>) {
    for value in values {
        match value {
            // An empty array is an empty text, not nothing.
            Value::Array(inner) if inner.is_empty() => texts.push(String::new()),
            Value::Array(inner) => texts_of(rules, inner, texts),
            other => texts.push(ruby_text(rules, other)),
        }
    }
}
