//! `getparam` and `stdlib::str2resource`: resources by texts.

use bunraku_catalog::{ResourceId, capitalized};
use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;

use super::{expected, type_and_title};
use crate::{
    compiler::{CatalogCall, CatalogFunction},
    relationship::key_of,
};

pub(crate) static GETPARAM: CatalogFunction = CatalogFunction::new(
    "getparam",
    "The value of an attribute of a resource, which is a reference or a text that looks like one. An empty text if there is
no such resource, or if the attribute is not set.

```cases
notify { 'a': message => 'm' }
notice(getparam(Notify['a'], 'message'), getparam('Notify[b]', 'message') == '')
>> notice \"m true\"
>> resource {\"parameters\": {\"message\": \"m\"}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```

```cases
notice(getparam('a', 'b'))
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: getparam }],
);

pub(crate) static STR2RESOURCE: CatalogFunction = CatalogFunction::new(
    "stdlib::str2resource",
    "The reference to a resource that has been declared, from a text such as `File[/etc/motd]`, without quotes in it. Fails
if there is no such resource yet.

```cases
notify { 'a': }
notice(stdlib::str2resource('Notify[a]') == Notify['a'])
>> notice \"true\"
>> resource {\"parameters\": {}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```

```cases
notice(stdlib::str2resource('Notify[b]'))
>> error 1
```
",
    &[Dispatch { signature: "String $res_string", run: str2resource }],
);

/// The resource that a text refers to, if it has been declared.
fn find(call: &mut CatalogCall<'_>, text: &str) -> Eval<Option<ResourceId>> {
    let Some((type_name, title)) = type_and_title(text) else {
        return Err(call.fail(format!("'{text}' is no reference to a resource, such as 'File[/etc/motd]'")));
    };
    let type_name = capitalized(&type_name.trim_start_matches("::").to_lowercase());
    let title = if type_name == "Class" { capitalized(&title.to_lowercase()) } else { title.to_owned() };
    Ok(call.cx.catalog().find(&type_name, &title))
}

fn getparam(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let args = arguments(call)?;
    let Some(reference) = args.first() else { return expected(call, "a reference", None) };
    let Some(Value::Str(param)) = args.get(1) else {
        return expected(call, "the name of an attribute", args.get(1));
    };
    if param.is_empty() {
        return Ok(Value::str(""));
    }
    let found = match reference {
        Value::Str(text) => find(call, text)?,
        Value::Type(_) => match key_of(reference) {
            Some(key) => call.cx.catalog().resource(&key),
            // A type with parameters looks like a reference to a resource, which is not there.
            None if type_and_title(&call.cx.text(reference)).is_some() => None,
            None => return expected(call, "a reference with a title", Some(reference)),
        },
        other => return expected(call, "a reference", Some(other)),
    };
    let state = call.cx.state();
    let value = found.and_then(|id| state.catalog.get(id)).and_then(|resource| {
        if param == "title" { Some(Value::Str(resource.title.clone())) } else { resource.get(param).cloned() }
    });
    Ok(value.unwrap_or_else(|| Value::str("")))
}

fn str2resource(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let text = call.arg(0).as_str().unwrap_or("").to_owned();
    let found = find(call, &text)?;
    match found.and_then(|id| call.cx.catalog().get(id)) {
        Some(resource) => Ok(Value::Type(resource.as_type())),
        None => Err(call.fail(format!("'{text}' has not been declared up to here"))),
    }
}
