//! `include`: declares and evaluates classes.

use bunraku_catalog::ResourceId;
use bunraku_diag::{Code, TextRange, codes};
use bunraku_eval::{Dispatch, Eval, Machine, Unwind, with_advice};
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
                let message = "a class name cannot be empty".to_owned();
                return Err(unnamed(call, codes::UNKNOWN_CLASS, message, "empty", value));
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
                let message = format!("`{}` expects class names, got {}", call.name, call.cx.kind_of(other));
                return Err(unnamed(call, codes::ARGUMENT_MISMATCH, message, "not a class name", value));
            }
        }
    }
    Ok(names)
}

/// The failure for a value that does not name a class, at the argument or the element that is written for it.
#[cold]
fn unnamed(
    call: &mut CatalogCall<'_>,
    code: Code,
    message: String,
    label: &str,
    value: &Value,
) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    let places = call.cx.argument_places(body, range, call.name);
    let written = places.len() == call.args.len();
    let holds = |argument: &Value| match argument {
        Value::Array(elements) => elements.as_slice().contains(value),
        argument => argument == value,
    };
    let index = call.args.iter().position(holds).filter(|_| written);
    let part = index.and_then(|index| places.get(index).copied());
    let key = part.filter(|_| value.is_undef()).and_then(|part| Machine::missing_key(&call.cx, body, part));
    let error = call.cx.error_about(code, &body.source, range, part, message, label);
    with_advice(error, key)
}

/// Returns references to classes.
pub(crate) fn references(call: &mut CatalogCall<'_>, ids: &[ResourceId]) -> Value {
    let catalog = call.cx.catalog();
    Value::array(ids.iter().filter_map(|id| catalog.get(*id)).map(|resource| Value::Type(resource.as_type())))
}
