//! `call`: calls a function by its name.

use bunraku_pcore::values::{Object, Sensitive};

use crate::prelude::*;

pub(crate) static CALL: Builtin = Builtin::new(
    "call",
    "Calls a function by name, with the remaining arguments and the lambda, or resolves a `Deferred` value.

```cases
notice(call('max', 1, 3, 2))
notice(call('map', [1, 2]) |$x| { $x * 10 })
notice(call(Deferred('join', [['a', 'b'], '-'])))
call('no_such_function')
>> notice \"3\"
>> notice \"[10, 20]\"
>> notice \"a-b\"
>> error 4
```
",
    &[
        Dispatch { signature: "String $name, Any *$arguments, Optional[Callable] &$block", run: by_name },
        Dispatch { signature: "Deferred $deferred", run: deferred },
    ],
)
.reads_variables()
.bytes(Bytes::PassedOn);

fn by_name(call: &mut Call<'_>) -> Eval<Value> {
    let Some((Value::Str(name), arguments)) = call.args.split_first() else { return Ok(Value::Undef) };
    ended(call.cx.call_function(call.body, call.range, name, arguments, call.block))
}

/// A `next` or `return` that leaves the called function ends only the call, even if it comes from the lambda.
fn ended(result: Eval<Value>) -> Eval<Value> {
    match result {
        Err(unwind) => match *unwind {
            Unwind::Next(value, _) | Unwind::Return(value, _) => Ok(value),
            other => Err(Box::new(other)),
        },
        value => value,
    }
}

fn deferred(call: &mut Call<'_>) -> Eval<Value> {
    let value = call.arg(0).clone();
    ended(resolve(call, &value))
}

/// Resolves all `Deferred` values inside a value.
fn resolve(call: &mut Call<'_>, value: &Value) -> Eval<Value> {
    Ok(match value {
        Value::Object(object) if object.object_type().name.as_deref() == Some("Deferred") => {
            resolve_call(call, object)?
        }
        Value::Array(values) => {
            let values = values.iter().map(|value| resolve(call, value)).collect::<Eval<Vec<Value>>>()?;
            Value::array(values)
        }
        Value::Hash(hash) => {
            let mut entries = Vec::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                entries.push((key.clone(), resolve(call, value)?));
            }
            Value::hash(entries)
        }
        Value::Sensitive(sensitive) => Value::Sensitive(Sensitive::new(resolve(call, sensitive.unwrap())?)),
        other => other.clone(),
    })
}

fn resolve_call(call: &mut Call<'_>, deferred: &Object) -> Eval<Value> {
    let name = deferred.get("name").and_then(Value::as_str).unwrap_or("").to_owned();
    let mut arguments = Vec::new();
    if let Some(Value::Array(given)) = deferred.get("arguments") {
        for argument in given {
            arguments.push(resolve(call, argument)?);
        }
    }
    // A `Deferred` with the name of a variable digs into the variable's value, with the arguments as keys.
    let name = match name.strip_prefix('$') {
        Some(variable) => {
            let qualified = format!("::{variable}");
            let value =
                call.cx.lookup_text(call.body, if variable.contains("::") { variable } else { &qualified });
            let Some(value) = value else { return Err(call.fail(format!("unknown variable `${variable}`"))) };
            arguments.insert(0, value);
            "dig"
        }
        None => name.as_str(),
    };
    call.cx.call_function(call.body, call.range, name, &arguments, None)
}
