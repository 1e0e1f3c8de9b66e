//! The rules of `Iterable` and `Iterator`, and the types of what is iterated over.

use super::Cx;
use crate::Type;
use crate::types::{Guard, Size};

/// What may be assigned to `Iterable`.
pub(super) fn iterable(cx: &Cx<'_>, element: Option<&Type>, from: &Type, guard: Option<&mut Guard>) -> bool {
    let mut guard = guard;
    match element {
        Some(element) if !cx.assignable(element, &Type::Any, guard.as_deref_mut()) => {
            iterated(from).is_some_and(|other| cx.assignable(element, &other, guard))
        }
        _ => is_iterable(from),
    }
}

/// What may be assigned to `Iterator`.
pub(super) fn iterator(cx: &Cx<'_>, element: Option<&Type>, from: &Type, guard: Option<&mut Guard>) -> bool {
    match (element, from) {
        (None, Type::Iterator(_)) => true,
        (Some(element), Type::Iterator(Some(other))) => cx.assignable(element, other, guard),
        (Some(element), Type::Iterator(None)) => accepts_nothing(element),
        _ => false,
    }
}

/// Whether a type accepts the missing element type of `Iterator` without parameters.
///
/// Puppet passes Ruby's nil instead of a type there. The types below never look at what they are given.
fn accepts_nothing(ty: &Type) -> bool {
    match ty {
        Type::Unit | Type::Optional(None) => true,
        Type::Optional(Some(inner)) => accepts_nothing(inner),
        Type::Variant(variant) => variant.types.iter().any(accepts_nothing),
        _ => false,
    }
}

/// Whether the instances of a type can be iterated. Puppet says no for `Pattern`, although its instances are strings.
fn is_iterable(ty: &Type) -> bool {
    match ty {
        Type::Enum(_)
        | Type::Integer(_)
        | Type::Collection(_)
        | Type::Array(_)
        | Type::Hash(_)
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::String(_)
        | Type::Struct(_)
        | Type::Tuple(_) => true,
        Type::Type(Some(inner)) => is_iterated_type(inner),
        Type::Object(Some(object)) => object.parent.as_ref().is_some_and(is_iterable),
        Type::Alias(alias) if !alias.is_recursive() => is_iterable(alias.resolved()),
        _ => false,
    }
}

/// The type of the elements when iterating over an instance. `None` if nothing is known about them.
fn iterated(ty: &Type) -> Option<Type> {
    Some(match ty {
        Type::String(_) | Type::Enum(_) => Type::string(Size::exactly(1)),
        Type::Integer(_) => Type::Integer(None),
        Type::Array(array) if array.element == Type::Any => return None,
        Type::Array(array) => array.element.clone(),
        Type::Hash(hash) if hash.is_default() || hash.is_empty() => pair(Type::Unit, Type::Unit),
        Type::Hash(hash) => pair(hash.key.clone(), hash.value.clone()),
        Type::Struct(elements) if elements.elements.is_empty() => pair(Type::Unit, Type::Unit),
        Type::Struct(elements) => pair(
            Type::variant(elements.elements.iter().map(|element| element.key_type())),
            Type::variant(elements.elements.iter().map(|element| element.value.clone())),
        ),
        Type::Tuple(tuple) => Type::variant(tuple.types.iter().cloned()),
        Type::Iterable(Some(element)) | Type::Iterator(Some(element)) => Type::clone(element),
        Type::Type(Some(inner)) if is_iterated_type(inner) => Type::clone(inner),
        Type::Alias(alias) if !alias.is_recursive() => return iterated(alias.resolved()),
        _ => return None,
    })
}

/// Whether a type is itself a value that can be iterated: `Enum` over its strings, a finite `Integer` over its numbers.
fn is_iterated_type(ty: &Type) -> bool {
    match ty {
        Type::Enum(_) => true,
        Type::Integer(range) => range.as_ref().is_some_and(|range| range.is_finite()),
        _ => false,
    }
}

fn pair(key: Type, value: Type) -> Type {
    Type::tuple([key, value], Some(Size::exactly(2)))
}
