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
    r##"Attaches a note to a value, or gives the one that is attached. The kind of the note is a type whose parent is
`Annotation`; a hash has the attributes of the note, and `clear` takes it off and gives it. With a lambda, what that gives
makes a note if there is none. `Pcore` as the kind attaches several notes, unless they are there, and gives the value.

A note belongs to one array, hash, object or type by name, not to all that are equal. The annotations that an object type
declares are notes on the type, and cannot be changed.

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
            format!("the type declares its annotation {} itself, which cannot be changed", kind.label());
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
        _ => Err(call.fail("the kind of an annotation is an object type")),
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
            call.fail("`Annotation` itself is not a kind of annotation: define a type with it as `parent`")
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
            Err(call.fail(format!("{found} cannot be annotated: it is the same everywhere")))
        }
        Err(Unfit::Indistinct) => {
            let found = call.cx.kind_of(value);
            let message = format!(
                "annotations of {found} are not supported: only of objects, types by name, and arrays and hashes that are not empty"
            );
            Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message))
        }
    }
}
