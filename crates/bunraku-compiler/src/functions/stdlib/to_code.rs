//! `to_python` and `to_ruby`: values as programs of other languages write them.

use bunraku_edition::TypeRules;
use bunraku_eval::{Dispatch, Eval, Older};
use bunraku_pcore::{Value, format::inspect};

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::rich_data::rich_data;

pub(crate) static TO_PYTHON: CatalogFunction = CatalogFunction::new(
    "to_python",
    r##"A value as Python writes it.

```cases
notice(to_python({ 'a' => [undef, true, 1.5], 'b' => "it's" }))
>> notice "{\"a\": [None, True, 1.5], \"b\": \"it's\"}"
```
"##,
    &[Dispatch { signature: "Any $object", run: to_python }],
)
.before([8, 2, 0], Older::Code);

pub(crate) static TO_RUBY: CatalogFunction = CatalogFunction::new(
    "to_ruby",
    r##"A value as Ruby writes it.

```cases
notice(to_ruby({ 'a' => [undef, true, 1.5], 'b' => "it's" }))
>> notice "{\"a\" => [nil, true, 1.5], \"b\" => \"it's\"}"
```
"##,
    &[Dispatch { signature: "Any $object", run: to_ruby }],
)
.before([8, 2, 0], Older::Code);

pub(crate) static STDLIB_TO_PYTHON: CatalogFunction = CatalogFunction::new(
    "stdlib::to_python",
    r##"A value as Python writes it.

```cases
notice(stdlib::to_python({ 'a' => [undef, true], 'b' => Integer[1, 2] }))
>> notice "{\"a\": [None, True], \"b\": {\"__ptype\": \"Pcore::IntegerType\", \"from\": 1, \"to\": 2}}"
```
"##,
    &[Dispatch { signature: "Any $object", run: to_python }],
);

pub(crate) static STDLIB_TO_RUBY: CatalogFunction = CatalogFunction::new(
    "stdlib::to_ruby",
    r##"A value as Ruby writes it.

```cases
notice(stdlib::to_ruby({ 'a' => [undef, true], 'b' => Class['x'] }))
>> notice "{\"a\" => [nil, true], \"b\" => {\"__ptype\" => \"Pcore::ClassType\", \"class_name\" => \"x\"}}"
```
"##,
    &[Dispatch { signature: "Any $object", run: to_ruby }],
);

struct Words {
    yes: &'static str,
    no: &'static str,
    nothing: &'static str,
    arrow: &'static str,
}

const PYTHON: Words = Words { yes: "True", no: "False", nothing: "None", arrow: ": " };
const RUBY: Words = Words { yes: "true", no: "false", nothing: "nil", arrow: " => " };

fn to_python(call: &mut CatalogCall<'_>) -> Eval<Value> {
    written(call, &PYTHON)
}

fn to_ruby(call: &mut CatalogCall<'_>) -> Eval<Value> {
    written(call, &RUBY)
}

/// What JSON does not have is a hash that says what it is.
fn written(call: &mut CatalogCall<'_>, words: &Words) -> Eval<Value> {
    if has_iterator(call.arg(0)) {
        return Err(call.fail(format!("`{}` cannot write an Iterator: make an Array of it", call.name)));
    }
    let rules = &call.cx.edition.types;
    Ok(Value::str(write(rules, &rich_data(rules, call.arg(0)), words)))
}

fn has_iterator(value: &Value) -> bool {
    match value {
        Value::Iter(_) => true,
        Value::Array(values) => values.iter().any(has_iterator),
        Value::Hash(hash) => hash.iter().any(|(key, value)| has_iterator(key) || has_iterator(value)),
        _ => false,
    }
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
