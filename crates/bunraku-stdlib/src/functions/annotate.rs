//! `annotate`: annotations of values.

use std::sync::Arc;

use bunraku_diag::codes;
use bunraku_eval::Unfit;
use bunraku_pcore::{
    Type, new,
    types::{ObjectType, annotation},
};

use crate::prelude::*;

pub(crate) static ANNOTATE: Builtin = Builtin::new(
    "annotate",
    r##"Attaches an annotation to a value, or returns the attached one. The first argument is the type of the
annotation, whose parent must be `Annotation`. A hash sets its attributes; `clear` removes the annotation and returns
it. With a lambda, an annotation is created from the lambda's result if there is none. With `Pcore` as the type,
several annotations are attached unless they exist, and the value is returned.

An annotation belongs to one particular array, hash, object or named type, not to all equal values. Annotations that
an object type declares belong to the type, and cannot be changed.

```cases
type Nick = Object[{ parent => Annotation, attributes => { 'name' => String } }]
$people = ['William']
notice(annotate(Nick, $people) =~ Undef)
notice(annotate(Nick, $people, { 'name' => 'Bill' }).name)
notice(annotate(Nick, $people).name, annotate(Nick, ['William']) =~ Undef)
>> notice "true"
>> notice "Bill"
>> notice "Bill true"
```

```cases
annotate(Integer, [1], {})
>> error 1
```
"##,
    &[
        Dispatch {
            signature: "Type[Annotation] $type, Any $value, Optional[Callable[0, 0]] &$block",
            run: annotate,
        },
        Dispatch {
            signature: "Type[Annotation] $type, Any $value, Variant[Enum['clear'], Hash[Pattern[/\\A[a-z_]\\w*\\z/], Any]] $annotation_hash",
            run: annotate_new,
        },
        Dispatch {
            signature: "Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pattern[/\\A[a-z_]\\w*\\z/], Any]] $annotations",
            run: annotate_all,
        },
    ],
);

fn annotate(call: &mut Call<'_>) -> Eval<Value> {
    let ty = call.arg(0).clone();
    let kind = kind(call, &ty)?;
    let value = call.arg(1).clone();
    if let Some(known) = call.cx.annotations.get(&value, &kind) {
        return Ok(known.clone());
    }
    let attributes = match declared(&value, &kind) {
        Some(declared) => declared,
        None if call.block.is_some() => call.yield_values([])?,
        None => return Ok(Value::Undef),
    };
    if attributes.is_undef() { Ok(Value::Undef) } else { attach(call, &value, &kind, attributes) }
}

fn annotate_new(call: &mut Call<'_>) -> Eval<Value> {
    let ty = call.arg(0).clone();
    let kind = kind(call, &ty)?;
    let (value, attributes) = (call.arg(1).clone(), call.arg(2).clone());
    if declared(&value, &kind).is_some() {
        let message =
            format!("the annotation {} is declared by the type and cannot be changed", kind.label());
        return Err(call.fail(message));
    }
    match attributes {
        Value::Hash(_) => attach(call, &value, &kind, attributes),
        _ => Ok(call.cx.annotations.clear(&value, &kind).unwrap_or_default()),
    }
}

fn annotate_all(call: &mut Call<'_>) -> Eval<Value> {
    let value = call.arg(1).clone();
    let Value::Hash(annotations) = call.arg(2).clone() else { return Ok(value) };
    for (ty, attributes) in annotations {
        let kind = kind(call, &ty)?;
        if call.cx.annotations.get(&value, &kind).is_none() {
            let attributes = declared(&value, &kind).unwrap_or(attributes);
            attach(call, &value, &kind, attributes)?;
        }
    }
    Ok(value)
}

fn kind(call: &mut Call<'_>, ty: &Value) -> Eval<Arc<ObjectType>> {
    match ty {
        Value::Type(ty) if let Type::Object(Some(object)) = ty.resolved() => Ok(Arc::clone(object)),
        _ => Err(call.fail("the type of an annotation must be an object type")),
    }
}

/// The attributes of an annotation, if the type that is the value declares the annotation in its definition.
fn declared(value: &Value, kind: &ObjectType) -> Option<Value> {
    let Value::Type(ty) = value else { return None };
    let Type::Object(Some(object)) = ty.resolved() else { return None };
    let is_kind = |ty: &Type| matches!(ty.resolved(), Type::Object(Some(object)) if **object == *kind);
    object.annotations.iter().find(|(ty, _)| is_kind(ty)).map(|(_, attributes)| attributes.clone())
}

fn attach(call: &mut Call<'_>, value: &Value, kind: &Arc<ObjectType>, attributes: Value) -> Eval<Value> {
    if *kind == annotation() {
        return Err(
            call.fail("`Annotation` itself cannot be used as the type: define a type with it as `parent`")
        );
    }
    let ty = Type::Object(Some(Arc::clone(kind)));
    let note =
        new::new(&call.cx.edition.types, &ty, &[attributes]).map_err(|error| call.fail(error.to_string()))?;
    let (body, range) = (call.body, call.range);
    match call.cx.annotations.set(value, kind, note.clone()) {
        Ok(()) => Ok(note),
        Err(Unfit::Frozen) => {
            let found = call.cx.kind_of(value);
            Err(call.fail(format!("{found} cannot be annotated: it has no identity of its own")))
        }
        Err(Unfit::Indistinct) => {
            let found = call.cx.kind_of(value);
            let message = format!(
                "{found} cannot be annotated: only objects, named types, and non-empty arrays and hashes can"
            );
            Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message))
        }
    }
}
