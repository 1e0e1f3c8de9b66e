//! `fact`: reads a fact of the node.

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::LogEntry;
use bunraku_pcore::number;

use super::ruby::*;

pub(crate) static FACT: Builtin = Builtin::new(
    "fact",
    r##"Returns a fact, or a part of one, given its dotted name, such as `os.release.major`. Put parts that contain a
dot in double quotes; use numbers for array indexes. A missing fact is `undef`.

```cases
#! facts {"os":{"name":"Debian","release":{"major":"12"}},"list":["a","b"]}
notice(fact('os.release.major'), fact('list.1'), fact('nothing') =~ Undef)
>> notice "12 b true"
```

```cases
notice(fact(1))
>> error 1
```
"##,
    &[Dispatch { signature: "String $fact_name", run: fact }],
);

fn fact(call: &mut Call<'_>) -> Eval<Value> {
    let name = call.arg(0).as_str().unwrap_or("").to_owned();
    let mut at = top(call, "facts");
    let mut walked: Vec<String> = Vec::new();
    for part in parts(&name) {
        at = match &at {
            Value::Undef => return Ok(Value::Undef),
            Value::Hash(hash) => hash.get_str(&part).cloned().unwrap_or_default(),
            Value::Array(values) => match number::integer_from_text(&part, None).map(i64::try_from) {
                Some(Ok(index)) => {
                    let index = if index < 0 { index.saturating_add(values.len() as i64) } else { index };
                    usize::try_from(index)
                        .ok()
                        .and_then(|index| values.get(index))
                        .cloned()
                        .unwrap_or_default()
                }
                Some(Err(_)) => Value::Undef,
                None => {
                    warn(
                        call,
                        format!(
                            "the fact `{}` is an array: expected an index, got '{part}'",
                            walked.join(".")
                        ),
                    );
                    Value::Undef
                }
            },
            _ => {
                warn(call, format!("the fact `{}` has no parts, so there is no '{part}'", walked.join(".")));
                Value::Undef
            }
        };
        walked.push(part);
    }
    Ok(at)
}

fn warn(call: &mut Call<'_>, message: String) {
    let (body, range) = (call.body, call.range);
    let span = call.cx.span(body, range);
    call.cx.log.push(LogEntry::Diagnostic(Diagnostic::warning(codes::FUNCTION_FAILED, message).at(span, "")));
}

/// Splits the name of a fact at its dots. A part in double quotes may contain dots.
fn parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.find('"') {
                Some(end) if end > 0 => {
                    parts.push(quoted.get(..end).unwrap_or("").to_owned());
                    end + 2
                }
                _ => 1,
            },
            None => {
                let end = rest.find(['.', '"']).unwrap_or(rest.len());
                if end > 0 {
                    parts.push(rest.get(..end).unwrap_or("").to_owned());
                }
                end.max(1)
            }
        };
        rest = rest.get(end..).unwrap_or("");
    }
    parts
}
