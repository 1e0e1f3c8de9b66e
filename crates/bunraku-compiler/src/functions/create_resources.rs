//! `create_resources`: declares resources from a hash.

use bunraku_catalog::{Cause, Param, Params};
use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval, Unwind};
use bunraku_ir::ResourceForm;
use bunraku_pcore::{Hash, Str, Value};

use crate::{
    compiler::{CatalogCall, CatalogFunction},
    declare::{Declaration, with_help},
};

pub(crate) static CREATE_RESOURCES: CatalogFunction = CatalogFunction::new(
    "create_resources",
    "Declares resources of a type from a hash of titles and attributes. A second hash has default attributes for
all of them.

The type is a name, prefixed with `@` or `@@` for virtual and exported resources. `class` declares classes.

```cases
create_resources(notify, { 'a' => { 'message' => 'm' }, 'b' => {} }, { 'withpath' => true })
>> resource {\"parameters\": {\"message\": \"m\", \"withpath\": true}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> resource {\"parameters\": {\"withpath\": true}, \"ref\": \"Notify[b]\", \"tags\": [\"b\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
>> edge [\"Class[main]\", \"Notify[b]\"]
```
",
    &[Dispatch { signature: "Any $type, Any $resources, Any $defaults = {}", run: create_resources }],
)
.legacy();

fn create_resources(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let (form, type_name) = form_and_type(call)?;
    let Value::Hash(resources) = call.arg(1).clone() else {
        let message =
            format!("`create_resources` expects a Hash of resources, got {}", call.cx.type_text(call.arg(1)));
        let part = call.cx.argument_places(body, range, call.name).get(1).copied();
        let error =
            call.cx.error_about(codes::ARGUMENT_MISMATCH, &body.source, range, part, message, "not a Hash");
        return Err(with_help(
            error,
            "pass a Hash of titles and attributes: `{'title' => {'name' => 'value'}}`",
        ));
    };
    let defaults = match call.arg(2) {
        Value::Hash(hash) => hash.clone(),
        Value::Undef if call.args.len() < 3 => Hash::new(),
        other => {
            let message =
                format!("`create_resources` expects a Hash of defaults, got {}", call.cx.type_text(other));
            return Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message));
        }
    };
    let place = call.cx.span(body, range);
    let declaration = Declaration { form, place: Some(place), at: Some(place) };
    let cause = call.cx.catalog().cause(Cause::Attribute(place));
    let origin = call.cx.running_origin();
    for (title, attributes) in resources.iter() {
        let Value::Hash(own) = attributes else { return Err(no_attributes(call, title, attributes)) };
        let mut all = defaults.clone();
        all.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
        let params = all.iter().map(|(name, value)| {
            let name = Str::from(call.cx.text(name));
            Param { name, value: value.clone(), origin, append: false, cause }
        });
        let params: Params = params.collect();
        for title in titles(title) {
            if title.is_undef() {
                let message = "a title cannot be undef";
                return Err(call.cx.error(codes::INVALID_TITLE, body, range, message));
            }
            call.cx.create(body, range, &type_name, &title, params.clone(), &declaration)?;
        }
    }
    Ok(Value::Undef)
}

/// The type that is declared, in lowercase, and the form that the `@` before its name asks for.
fn form_and_type(call: &mut CatalogCall<'_>) -> Eval<(ResourceForm, String)> {
    let (body, range) = (call.body, call.range);
    let Value::Str(name) = call.arg(0) else {
        let found = call.cx.type_text(call.arg(0));
        let message = format!("`create_resources` expects the name of a type as a String, got {found}");
        return Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message));
    };
    let (form, name) = match (name.strip_prefix("@@"), name.strip_prefix('@')) {
        (Some(name), _) => (ResourceForm::Exported, name),
        (None, Some(name)) => (ResourceForm::Virtual, name),
        (None, None) => (ResourceForm::Regular, name.as_str()),
    };
    let type_name = name.to_lowercase();
    if type_name == "class" && form != ResourceForm::Regular {
        let message = "a class cannot be virtual or exported";
        let error = call.cx.error(codes::NOT_VIRTUALIZABLE, body, range, message);
        return Err(with_help(error, "remove the `@`"));
    }
    Ok((form, type_name))
}

/// The failure for a title whose value is not a hash of attributes.
#[cold]
fn no_attributes(call: &mut CatalogCall<'_>, title: &Value, given: &Value) -> Box<Unwind> {
    let (body, range) = (call.body, call.range);
    let title = call.cx.text(title);
    let found = match given.as_str() {
        Some(string) => format!("the String '{string}'"),
        None => call.cx.kind_of(given),
    };
    let message = format!("expected a Hash of attributes for '{title}', got {found}");
    let part = call.cx.argument_places(body, range, call.name).get(1).copied();
    let label = "not a Hash of Hashes";
    let error = call.cx.error_about(codes::ARGUMENT_MISMATCH, &body.source, range, part, message, label);
    with_help(error, format!("write `'{title}' => {{ 'attribute' => value }}`"))
}

/// The titles in a key: each element of an array is a separate title.
fn titles(key: &Value) -> Vec<Value> {
    match key {
        Value::Array(keys) => keys.to_vec(),
        key => vec![key.clone()],
    }
}
