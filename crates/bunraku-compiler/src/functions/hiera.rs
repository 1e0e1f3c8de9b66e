//! `hiera`, `hiera_array`, `hiera_hash` and `hiera_include`: the older forms of `lookup`.

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::{Dispatch, Eval, LogEntry};
use bunraku_hiera::{Request, lookup_function};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

macro_rules! hiera {
    ($constant:ident, $name:literal, $doc:literal, $run:ident) => {
        pub(crate) static $constant: CatalogFunction = CatalogFunction::new(
            $name,
            $doc,
            &[
                Dispatch { signature: "String $key", run: $run },
                Dispatch { signature: "String $key, Any $default, Any $override = undef", run: $run },
                Dispatch { signature: "String $key, Callable[1, 1] &$block", run: $run },
                Dispatch { signature: "String $key, Any $override, Callable[1, 1] &$block", run: $run },
            ],
        )
        .reads_variables();
    };
}

hiera!(
    HIERA,
    "hiera",
    "An older form of `lookup`: returns the first value of a key, or else the default or the lambda's result.

```cases
notice(hiera('nothing', 'default'))
notice(hiera('nothing') |$key| { \"no ${key}\" })
>> notice \"default\"
>> notice \"no nothing\"
```
",
    answer
);
hiera!(
    HIERA_ARRAY,
    "hiera_array",
    "An older form of `lookup` with `unique` merging: returns all values of a key in one array.

```cases
notice(hiera_array('nothing', ['default']))
notice(hiera_array('nothing') |$key| { [$key] })
>> notice \"[default]\"
>> notice \"[nothing]\"
```
",
    answer
);
hiera!(
    HIERA_HASH,
    "hiera_hash",
    "An older form of `lookup` with `hash` merging: returns the entries of all values of a key in one hash.

```cases
notice(hiera_hash('nothing', { 'a' => 1 }))
notice(hiera_hash('nothing') |$key| { { 'key' => $key } })
>> notice \"{a => 1}\"
>> notice \"{key => nothing}\"
```
",
    answer
);
hiera!(
    HIERA_INCLUDE,
    "hiera_include",
    "Includes the classes listed under a key, in all levels of the hierarchy.

```cases
class a { notice('running') }
hiera_include('nothing', ['a'])
>> notice \"running\"
>> resource {\"parameters\": {}, \"ref\": \"Class[A]\", \"tags\": [\"a\", \"class\"]}
>> edge [\"Stage[main]\", \"Class[A]\"]
```

```cases
hiera_include('nothing')
>> error 1
```
",
    include
);

fn include(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let classes = answer(call)?;
    let nothing = match &classes {
        Value::Array(names) => names.is_empty(),
        Value::Hash(names) => names.is_empty(),
        names => names.as_str() == Some(""),
    };
    if nothing {
        return Ok(Value::Undef);
    }
    let (body, range) = (call.body, call.range);
    call.cx.call_function(body, range, "include", &[classes], None)
}

fn answer(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    deprecated(call);
    let key = call.arg(0).as_str().unwrap_or_default().to_owned();
    let hiera = call.cx.state().hiera.clone();
    // As in Puppet, an environment without data uses only the global data for these functions.
    let global_only = hiera.is_some_and(|hiera| !hiera.has_environment_data().unwrap_or(true));
    let merge = lookup_function(call.name).flatten().cloned();
    let request = Request { merge, global_only, hiera_call: true, ..Request::key(key.clone()) };
    if let Some(found) = call.cx.look_up(body, range, &request)? {
        return Ok(found.value);
    }
    if call.block.is_some() {
        return call.yield_values([Value::str(key.as_str())]);
    }
    match call.args.get(1) {
        Some(default) => Ok(default.clone()),
        None => {
            let message = format!("no value found for the key '{key}'");
            Err(call.cx.error(codes::LOOKUP_FAILED, body, range, message))
        }
    }
}

/// Warns once for each function that `lookup` replaces it.
fn deprecated(call: &mut CatalogCall<'_>) {
    let name = call.name;
    if call.cx.settings.strict == bunraku_check::Strict::Off || !call.cx.state().deprecated.insert(name) {
        return;
    }
    let (body, range) = (call.body, call.range);
    let span = call.cx.span(body, range);
    let warning = Diagnostic::warning(codes::DEPRECATED, format!("`{name}` is deprecated"));
    call.cx.log.push(LogEntry::Diagnostic(warning.at(span, "").help("call `lookup` instead")));
}
