//! `include`: declares and evaluates classes.

use bunraku_catalog::ResourceId;
use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::{Type, Value};

use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static INCLUDE: CatalogFunction = CatalogFunction::new(
    "include",
    "Declares classes and evaluates them, unless they are already declared. Returns references to them.

Accepts names, `Class['name']`, and arrays of these. A leading `::` makes no difference.

```cases
class web { notice('running') }
notice(include(web))
include web, Class['web']
>> notice \"running\"
>> notice \"[Class[web]]\"
>> resource {\"parameters\": {}, \"ref\": \"Class[Web]\", \"tags\": [\"class\", \"web\"]}
>> edge [\"Stage[main]\", \"Class[Web]\"]
```
",
    &[Dispatch { signature: "Any *$names", run: include }],
)
.legacy();

fn include(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let ids = included(call)?;
    Ok(references(call, &ids))
}

/// Declares and evaluates the classes that the arguments name.
pub(crate) fn included(call: &mut CatalogCall<'_>) -> Eval<Vec<ResourceId>> {
    if call.args.is_empty() {
        let name = call.name;
        return Err(call.fail(format!("`{name}` needs the name of a class")));
    }
    let names = class_names(call, call.args)?;
    let (body, range) = (call.body, call.range);
    let mut classes = Vec::with_capacity(names.len());
    for name in names {
        let lower = name.strip_prefix("::").unwrap_or(&name).to_lowercase();
        match call.cx.class(&lower) {
            Ok(Some(class)) => classes.push(class),
            Ok(None) => {
                let place = place_of(call, &lower);
                return Err(call.cx.unknown_class(body, range, place, &lower));
            }
            Err(unwind) => return Err(call.cx.at_use(unwind, &body.source, range)),
        }
    }
    call.cx.include(body, range, &classes)
}

/// The argument that names a class, if it is written on its own.
fn place_of(call: &CatalogCall<'_>, lower: &str) -> Option<TextRange> {
    let places = call.cx.argument_places(call.body, call.range, call.name);
    let names = |value: &Value| {
        value.as_str().is_some_and(|name| name.trim_start_matches("::").to_lowercase() == lower)
    };
    let index = call.args.iter().position(names)?;
    places.get(index).copied().filter(|_| places.len() == call.args.len())
}

/// The names of classes in the arguments.
pub(crate) fn class_names(call: &mut CatalogCall<'_>, values: &[Value]) -> Eval<Vec<String>> {
    let mut names = Vec::new();
    for value in values {
        match value {
            Value::Array(values) => names.extend(class_names(call, values.as_slice())?),
            Value::Str(name) if name.is_empty() => {
                let (body, range) = (call.body, call.range);
                return Err(call.cx.error(
                    codes::UNKNOWN_CLASS,
                    body,
                    range,
                    "the name of a class cannot be empty",
                ));
            }
            Value::Str(name) => names.push(name.to_string()),
            Value::Type(Type::Class(class)) if class.name.is_some() => {
                names.extend(class.name.as_deref().map(str::to_owned));
            }
            Value::Type(Type::Resource(reference))
                if reference.type_name.as_deref() == Some("Class") && reference.title.is_some() =>
            {
                names.extend(reference.title.as_deref().map(str::to_owned));
            }
            other => {
                let message =
                    format!("`{}` expects names of classes, got {}", call.name, call.cx.kind_of(other));
                let (body, range) = (call.body, call.range);
                return Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message));
            }
        }
    }
    Ok(names)
}

/// Returns references to classes.
pub(crate) fn references(call: &mut CatalogCall<'_>, ids: &[ResourceId]) -> Value {
    let catalog = call.cx.catalog();
    Value::array(ids.iter().filter_map(|id| catalog.get(*id)).map(|resource| Value::Type(resource.as_type())))
}
