//! The rules of `Collection`, `Array`, `Hash`, `Tuple` and `Struct`.

use super::Cx;
use crate::Type;
use crate::types::{ArrayType, Guard, HashType, Size, StructType, TupleType};

/// What may be assigned to `Collection`.
pub(super) fn collection(size: Option<&Size>, from: &Type) -> bool {
    let size = size.unwrap_or(&Size::ANY);
    match from {
        Type::Collection(other) => size.covers(other.as_deref().unwrap_or(&Size::ANY)),
        Type::Array(array) => size.covers(&array.size.unwrap_or(Size::ANY)),
        Type::Hash(hash) => size.covers(&hash.size.unwrap_or(Size::ANY)),
        Type::Tuple(tuple) => size.covers(&number_of_types(tuple)),
        Type::Struct(elements) => size.contains(elements.elements.len()),
        _ => false,
    }
}

/// What may be assigned to `Array`.
pub(super) fn array(cx: &Cx<'_>, array: &ArrayType, from: &Type, guard: Option<&mut Guard>) -> bool {
    let size = array.size.unwrap_or(Size::ANY);
    let mut guard = guard;
    match from {
        Type::Tuple(tuple) => {
            size.covers(&number_of_types(tuple))
                && tuple.types.iter().all(|ty| cx.assignable(&array.element, ty, guard.as_deref_mut()))
        }
        Type::Array(other) => {
            size.covers(&other.size.unwrap_or(Size::ANY))
                && cx.assignable(&array.element, &other.element, guard)
        }
        _ => false,
    }
}

/// What may be assigned to `Hash`.
pub(super) fn hash(cx: &Cx<'_>, hash: &HashType, from: &Type, guard: Option<&mut Guard>) -> bool {
    let size = hash.size.unwrap_or(Size::ANY);
    let mut guard = guard;
    match from {
        Type::Hash(other) => {
            size.min == 0 && other.is_empty()
                || cx.assignable(&hash.key, &other.key, guard.as_deref_mut())
                    && cx.assignable(&hash.value, &other.value, guard)
                    && size.covers(&other.size.unwrap_or(Size::ANY))
        }
        Type::Struct(elements) => {
            size.contains(elements.elements.len())
                && elements.elements.iter().all(|element| {
                    let key = crate::Value::Str(element.name.clone());
                    cx.instance(&hash.key, &key, guard.as_deref_mut())
                        && cx.assignable(&hash.value, &element.value, guard.as_deref_mut())
                })
        }
        _ => false,
    }
}

/// What may be assigned to `Tuple`.
pub(super) fn tuple(
    cx: &Cx<'_>,
    to: &Type,
    tuple: &TupleType,
    from: &Type,
    guard: Option<&mut Guard>,
) -> bool {
    if to == from {
        return true;
    }
    let size = tuple.size_range();
    let mut guard = guard;
    match from {
        Type::Tuple(other) => {
            if !size.covers(&other.size_range()) {
                return false;
            }
            if tuple.types.is_empty() {
                return true;
            }
            if other.types.is_empty() {
                return size.min == 0;
            }
            // Only the types that the other tuple names are compared, not how often its last one may repeat.
            other.types.iter().enumerate().all(|(index, ty)| {
                tuple.at(index).is_some_and(|expected| cx.assignable(expected, ty, guard.as_deref_mut()))
            })
        }
        Type::Array(array) => {
            let other = array.size.unwrap_or(Size::ANY);
            let most = usize::try_from(other.max.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
            size.covers(&other)
                && tuple
                    .types
                    .iter()
                    .take(most)
                    .all(|ty| cx.assignable(ty, &array.element, guard.as_deref_mut()))
        }
        _ => false,
    }
}

/// What may be assigned to `Struct`.
pub(super) fn structure(cx: &Cx<'_>, elements: &StructType, from: &Type, guard: Option<&mut Guard>) -> bool {
    let mut guard = guard;
    match from {
        Type::Struct(others) => {
            let mut matched = 0;
            let other_of = others.by_name();
            elements.elements.iter().all(|element| match other_of(&element.name) {
                None => element.optional,
                Some(other) => {
                    matched += 1;
                    (element.optional || !other.optional)
                        && cx.assignable(&element.value, &other.value, guard.as_deref_mut())
                }
            }) && matched == others.elements.len()
        }
        Type::Hash(hash) => {
            let mut required = 0;
            // The names of the keys do not matter, because a `Hash` type does not name its keys. Optional keys are not
            // compared at all, since the hash need not have them.
            elements.elements.iter().all(|element| {
                element.optional || {
                    required += 1;
                    cx.assignable(&element.value, &hash.value, guard.as_deref_mut())
                        && cx.assignable(&Type::String(None), &hash.key, None)
                }
            }) && Size::between(required, elements.elements.len()).covers(&hash.size.unwrap_or(Size::ANY))
        }
        _ => false,
    }
}

/// The size of a tuple, where `Tuple` without parameters has size 0.
///
/// This differs from [`TupleType::size_range`], by which `Tuple` has any size. Puppet uses the number of types if it
/// compares a tuple with an `Array` or a `Collection`, and the range if it compares two tuples.
fn number_of_types(tuple: &TupleType) -> Size {
    tuple.size.unwrap_or_else(|| Size::exactly(tuple.types.len()))
}
