//! `shellquote`: quotes strings as words of a shell command.

use crate::prelude::*;
use bunraku_eval::legacy::arguments;

pub(crate) static SHELLQUOTE: Builtin = Builtin::new(
    "shellquote",
    r##"Quotes strings so that a Bourne shell reads each as one word, and joins them with spaces.

Arrays are flattened. Strings are only quoted if necessary.

```cases
notice(shellquote('ls', '-l', 'two words'))
notice(shellquote(['it\'s', '$x', '']))
notice(shellquote('it\'s $x'))
>> notice "ls -l \"two words\""
>> notice "\"it's\" '$x' \"\""
>> notice "\"it's \\$x\""
```
"##,
    &[Dispatch { signature: "Any *$words, Optional[Callable] &$block >> String", run: shellquote }],
)
.legacy()
.bytes(Bytes::Joined);

fn shellquote(call: &mut Call<'_>) -> Eval<Value> {
    let mut words = Vec::new();
    flatten(&arguments(call)?, &mut words);
    let mut result = String::new();
    let mut bytes = false;
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            result.push(' ');
        }
        match word {
            Value::Str(word) => bytes |= quote(word, &mut result),
            other => {
                let found = call.cx.type_text(other);
                return Err(call.fail(format!("`shellquote` expects strings, got a value of type {found}")));
            }
        }
    }
    Ok(if bytes { Value::ByteStr(result.into()) } else { Value::str(result) })
}

fn flatten(values: &[Value], words: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flatten(inner, words),
            word => words.push(word.clone()),
        }
    }
}

/// Appends a quoted word, and returns whether Ruby builds it byte by byte, which makes the result a byte string.
fn quote(word: &str, result: &mut String) -> bool {
    let safe = |char: char| char.is_ascii_alphanumeric() || "@%_+=:,./-".contains(char);
    let special = |char: char| "!\"`$\\".contains(char);
    if !word.is_empty() && word.chars().all(safe) {
        result.push_str(word);
    } else if !word.contains(special) {
        result.push('"');
        result.push_str(word);
        result.push('"');
    } else if !word.contains('\'') {
        result.push('\'');
        result.push_str(word);
        result.push('\'');
    } else {
        result.push('"');
        for char in word.chars() {
            if special(char) {
                result.push('\\');
            }
            result.push(char);
        }
        result.push('"');
        return !word.is_ascii();
    }
    false
}
