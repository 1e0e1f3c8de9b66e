//! `to_python` and `to_ruby`: values as programs of other languages write them.

use bunraku_edition::TypeRules;
use bunraku_pcore::{format::inspect, text::to_text};

use super::ruby::*;

pub(crate) static TO_PYTHON: Builtin = Builtin::new(
    "to_python",
    r##"A value as Python writes it.

```cases
notice(to_python({ 'a' => [undef, true, 1.5], 'b' => "it's" }))
>> notice "{\"a\": [None, True, 1.5], \"b\": \"it's\"}"
```
"##,
    &[Dispatch { signature: "Any $object", run: |call| Ok(Value::str(written(call, &PYTHON))) }],
)
.before([8, 2, 0], Older::Code);

pub(crate) static TO_RUBY: Builtin = Builtin::new(
    "to_ruby",
    r##"A value as Ruby writes it.

```cases
notice(to_ruby({ 'a' => [undef, true, 1.5], 'b' => "it's" }))
>> notice "{\"a\" => [nil, true, 1.5], \"b\" => \"it's\"}"
```
"##,
    &[Dispatch { signature: "Any $object", run: |call| Ok(Value::str(written(call, &RUBY))) }],
)
.before([8, 2, 0], Older::Code);

struct Words {
    yes: &'static str,
    no: &'static str,
    nothing: &'static str,
    arrow: &'static str,
}

const PYTHON: Words = Words { yes: "True", no: "False", nothing: "None", arrow: ": " };
const RUBY: Words = Words { yes: "true", no: "false", nothing: "nil", arrow: " => " };

fn written(call: &Call<'_>, words: &Words) -> String {
    let rules = &call.cx.edition.types;
    write(rules, &data(rules, call.arg(0)), words)
}

fn write(rules: &TypeRules, value: &Value, words: &Words) -> String {
    match value {
        Value::Bool(true) => words.yes.to_owned(),
        Value::Bool(false) => words.no.to_owned(),
        Value::Undef => words.nothing.to_owned(),
        Value::Array(values) => {
            let elements: Vec<String> = values.iter().map(|value| write(rules, value, words)).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(hash) => {
            let entry = |(key, value)| {
                format!("{}{}{}", write(rules, key, words), words.arrow, write(rules, value, words))
            };
            let entries: Vec<String> = hash.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => inspect(rules, other),
    }
}

/// A value as data: what JSON does not have is a hash that says what it is.
fn data(rules: &TypeRules, value: &Value) -> Value {
    let tagged = |kind: &str, value: Value| {
        Value::hash([(Value::str("__ptype"), Value::str(kind)), (Value::str("__pvalue"), value)])
    };
    let text = || Value::str(to_text(rules, value));
    match value {
        Value::Array(values) => Value::array(values.iter().map(|value| data(rules, value))),
        Value::Hash(hash) if hash.keys().all(|key| key.as_str().is_some_and(|key| key != "__ptype")) => {
            Value::hash(hash.iter().map(|(key, value)| (key.clone(), data(rules, value))))
        }
        Value::Hash(hash) => {
            let entries = hash.iter().flat_map(|(key, value)| [data(rules, key), data(rules, value)]);
            tagged("Hash", Value::array(entries))
        }
        Value::Default => Value::hash([(Value::str("__ptype"), Value::str("Default"))]),
        Value::Regexp(regexp) => tagged("Regexp", Value::str(regexp.source())),
        Value::Sensitive(sensitive) => tagged("Sensitive", data(rules, sensitive.unwrap())),
        Value::Binary(_) => tagged("Binary", text()),
        Value::Timespan(_) => tagged("Timespan", text()),
        Value::Timestamp(_) => tagged("Timestamp", text()),
        Value::Version(_) => tagged("SemVer", text()),
        Value::VersionRange(_) => tagged("SemVerRange", text()),
        Value::Uri(_) => tagged("URI", text()),
        other => other.clone(),
    }
}
