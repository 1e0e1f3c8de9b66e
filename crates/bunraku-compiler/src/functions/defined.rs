//! `defined`: whether something exists.

use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::{Type, Value};

use crate::{
    compiler::{CatalogCall, CatalogFunction},
    relationship::key_of,
};

pub(crate) static DEFINED: CatalogFunction = CatalogFunction::new(
    "defined",
    "Returns whether any of the arguments is defined: a variable (`'$x'`), a class or resource type given by name,
or a declared class or resource given as a reference.

```cases
notify { 'a': }
notice(defined(Notify['a']), defined(Notify['b']), defined('$nope'), defined('notify'))
>> notice \"true false false true\"
>> resource {\"parameters\": {}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```
",
    &[Dispatch {
        signature: "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] $thing, Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] *$things >> Boolean",
        run: defined,
    }],
)
.reads_variables();

fn defined(call: &mut CatalogCall<'_>) -> Eval<Value> {
    for thing in call.args {
        let found = exists(call, thing);
        let (source, range) = (&call.body.source, call.range);
        if found.map_err(|unwind| call.cx.at_use(unwind, source, range))? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

fn exists(call: &mut CatalogCall<'_>, thing: &Value) -> Eval<bool> {
    let (body, range) = (call.body, call.range);
    match thing {
        Value::Str(name) if name.starts_with('$') => {
            let name = name.trim_start_matches('$');
            // This variable always exists, even if it has no value.
            if name == "caller_module_name" {
                return Ok(true);
            }
            let simple = name.strip_prefix("::").unwrap_or(name);
            if !simple.is_empty() && simple.bytes().all(|byte| byte.is_ascii_digit()) {
                return Ok(call.cx.has_matched());
            }
            Ok(call.cx.is_set(body, name))
        }
        Value::Str(name) if name.is_empty() => Ok(false),
        Value::Str(name) if name.as_str() == "main" => Ok(true),
        Value::Str(name) => {
            let lower = name.strip_prefix("::").unwrap_or(name).to_lowercase();
            let written = name.to_lowercase();
            Ok(call.cx.class(&lower)?.is_some() || call.cx.is_resource_type(&written)?)
        }
        Value::Type(ty) => match ty {
            Type::Resource(reference) if reference.type_name.is_none() => Err(call.cx.error(
                codes::ARGUMENT_MISMATCH,
                body,
                range,
                "`Resource` without parameters does not name a resource",
            )),
            Type::Resource(reference) if reference.title.is_none() => {
                let lower = reference.type_name.as_deref().unwrap_or("").to_lowercase();
                call.cx.is_resource_type(&lower)
            }
            Type::Class(class) if class.name.is_none() => Err(call.cx.error(
                codes::ARGUMENT_MISMATCH,
                body,
                range,
                "`Class` without a name does not name a class",
            )),
            Type::Type(Some(inner)) => match &**inner {
                Type::Class(class) => {
                    let name = class.name.as_deref().unwrap_or("").to_owned();
                    Ok(call.cx.class(&name)?.is_some())
                }
                Type::Resource(reference) => {
                    let lower = reference.type_name.as_deref().unwrap_or("").to_lowercase();
                    call.cx.is_resource_type(&lower)
                }
                _ => Ok(false),
            },
            _ => Ok(key_of(thing).is_some_and(|key| call.cx.catalog().resource(&key).is_some())),
        },
        _ => Ok(false),
    }
}
