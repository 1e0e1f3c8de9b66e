//! `index`: the index or key of an element.

use crate::iteration::{Element, Entry, Flow, entries, gives_entries, over_elements, over_hash};
use crate::order::same;
use crate::prelude::*;

pub(crate) static INDEX: Builtin = Builtin::new(
    "index",
    "Returns the index or key of the first element for which a lambda returns true, or that is equal to a value;
`undef` if there is none.

With one parameter, the lambda gets each element, or each value of a hash; with two, it gets indexes and elements, or
keys and values. In a string, a substring or a regular expression can be searched.

```cases
notice(['a', 'b', 'c'].index |$x| { $x == 'b' })
notice({ 'a' => 1, 'b' => 2 }.index |$v| { $v == 2 })
notice(['a', 'b', 'c'].index('c'))
notice('some text'.index(/t/))
notice([1].index(2) =~ Undef)
>> notice \"1\"
>> notice \"b\"
>> notice \"2\"
>> notice \"5\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[2, 2] &$block", run: |call| hash(call, Entry::KeyAndValue) },
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[1, 1] &$block", run: |call| hash(call, Entry::Value) },
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block", run: |call| elements(call, Element::Indexed) },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block", run: |call| elements(call, Element::Alone) },
        Dispatch { signature: "String $str, Variant[String, Regexp] $match", run: in_string },
        Dispatch { signature: "Iterable $values, Any $match", run: of_value },
    ],
)
.glances();

fn hash(call: &mut Call<'_>, entry: Entry) -> Eval<Value> {
    let mut found = Value::Undef;
    over_hash(call, entry, |key, _, answer| {
        if answer.yes {
            found = key.clone();
            return Flow::Break(());
        }
        Flow::Continue(())
    })?;
    Ok(found)
}

fn elements(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    if gives_entries(call.arg(0)) {
        for (key, value) in entries(call) {
            let step = match element {
                Element::Alone => call.test([value]),
                Element::Indexed => call.test([key.clone(), value]),
            };
            match unless_broken(step)? {
                Some(true) => return Ok(key),
                Some(false) => {}
                None => break,
            }
        }
        return Ok(Value::Undef);
    }
    let mut found = Value::Undef;
    over_elements(call, element, |index, _, answer| {
        if answer.yes {
            found = Value::Int(index as i64);
            return Flow::Break(());
        }
        Flow::Continue(())
    })?;
    Ok(found)
}

/// Finds a substring or a match. The index counts characters, not bytes.
fn in_string(call: &mut Call<'_>) -> Eval<Value> {
    let text = call.arg(0).as_str().unwrap_or("");
    let found = match call.arg(1) {
        Value::Str(part) => text.find(part.as_str()),
        Value::Regexp(regexp) => match regexp.find(text) {
            Ok(found) => found.map(|found| found.start()),
            Err(error) => return Err(call.fail(error.to_string())),
        },
        _ => None,
    };
    let before = found.and_then(|start| text.get(..start));
    Ok(before.map_or(Value::Undef, |before| Value::Int(before.chars().count() as i64)))
}

fn of_value(call: &mut Call<'_>) -> Eval<Value> {
    let rules = &call.cx.edition.types;
    let wanted = call.arg(1).clone();
    if gives_entries(call.arg(0)) || matches!(call.arg(0), Value::Hash(_)) {
        let found = entries(call).find(|(_, value)| same(rules, value, &wanted));
        return Ok(found.map_or(Value::Undef, |(key, _)| key));
    }
    for (index, item) in call.enumerate(0)?.items.enumerate() {
        call.step()?;
        if same(rules, &item, &wanted) {
            return Ok(Value::Int(index as i64));
        }
    }
    Ok(Value::Undef)
}
