//! The rules of callables, times, versions, URIs and objects, which are related to few other types.

use std::sync::Arc;

use bunraku_edition::TypeRules;

use super::Cx;
use crate::compare::matches_option;
use crate::types::{
    CallableType, Guard, InitType, ObjectExtension, ObjectType, RuntimeType, TimeRange, UNDEF, UriType,
};
use crate::values::VersionRange;
use crate::{Str, Type, Value};

/// What may be assigned to `Callable`: something that can be called with all arguments that this one may be called with.
pub(super) fn callable(
    cx: &Cx<'_>,
    callable: Option<&CallableType>,
    from: &Type,
    guard: Option<&mut Guard>,
) -> bool {
    let Type::Callable(other) = from else { return false };
    let Some(callable) = callable else { return true };
    let mut guard = guard;
    if let Some(returns) = &callable.returns {
        let other = other.as_ref().and_then(|other| other.returns.as_ref()).unwrap_or(&Type::Any);
        if !cx.assignable(returns, other, guard.as_deref_mut()) {
            return false;
        }
    }
    let Some(params) = &callable.params else { return true };
    let Some(other_params) = other.as_ref().and_then(|other| other.params.as_ref()) else { return false };
    // Parameters are compared the other way round: every argument that a caller may pass must be accepted.
    let (other_params, params) =
        (Type::Tuple(Arc::new(other_params.clone())), Type::Tuple(Arc::new(params.clone())));
    if !cx.assignable(&other_params, &params, guard.as_deref_mut()) {
        return false;
    }
    let block = callable.block.as_ref().unwrap_or(&UNDEF);
    let other_block = other.as_ref().and_then(|other| other.block.as_ref()).unwrap_or(&UNDEF);
    cx.assignable(other_block, block, guard)
}

/// Whether a callable can be called with arguments of these types, the last of which may be the type of a block.
pub fn callable_accepts(rules: &TypeRules, callable: &CallableType, args: &[Type]) -> bool {
    let cx = Cx::new(rules);
    let Some(params) = &callable.params else { return true };
    let (args, block) = match args.split_last() {
        Some((last, before)) if last.is_callable() => (before, Some(last)),
        _ => (args, None),
    };
    let block_fits = match (&callable.block, block) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some(expected), Some(given)) => cx.assignable(expected, given, None),
        (Some(expected), None) => cx.assignable(expected, &UNDEF, None),
    };
    block_fits
        && params.size_range().contains(args.len())
        && args
            .iter()
            .enumerate()
            .all(|(index, arg)| params.at(index).is_none_or(|expected| cx.assignable(expected, arg, None)))
}

/// What may be assigned to a range of times.
pub(super) fn time<T: Ord + Copy>(range: Option<&TimeRange<T>>, other: Option<&TimeRange<T>>) -> bool {
    range.is_none_or(|range| range.covers(other.unwrap_or(&TimeRange::ALL)))
}

/// What may be assigned to `SemVer`.
pub(super) fn sem_ver(ranges: &[VersionRange], from: &Type) -> bool {
    let Type::SemVer(others) = from else { return false };
    ranges.is_empty()
        || !others.is_empty() && others.iter().all(|other| ranges.iter().any(|range| other.covered_by(range)))
}

/// What may be assigned to `URI`.
pub(super) fn uri(cx: &Cx<'_>, params: Option<&UriType>, from: &Type) -> bool {
    let Type::Uri(other) = from else { return false };
    params.is_none_or(|params| {
        let given = other.as_ref().map(|other| other.params.as_slice()).unwrap_or_default();
        parameters(cx, &params.params, given)
    })
}

/// What may be assigned to `Runtime`. Puppet would ask Ruby whether one class inherits from the other; without a Ruby
/// runtime only equal names are known to be related.
pub(super) fn runtime(runtime: &RuntimeType, from: &Type) -> bool {
    let Type::Runtime(other) = from else { return false };
    (runtime.runtime.is_none() || runtime.runtime == other.runtime)
        && (runtime.name.is_none() && runtime.pattern.is_none()
            || runtime.name == other.name && runtime.pattern == other.pattern)
}

/// What may be assigned to an object type: the type itself and types that inherit from it.
pub(super) fn object(
    cx: &Cx<'_>,
    object: Option<&Arc<ObjectType>>,
    from: &Type,
    guard: Option<&mut Guard>,
) -> bool {
    let other = match from {
        Type::Object(None) => return object.is_none(),
        Type::Object(Some(other)) => other,
        Type::ObjectExtension(extension) => &extension.base,
        _ => return false,
    };
    match object {
        None => true,
        Some(object) if object == other => true,
        Some(object) => other
            .parent
            .as_ref()
            .is_some_and(|parent| cx.assignable(&Type::Object(Some(object.clone())), parent, guard)),
    }
}

/// What may be assigned to an object type with parameters.
pub(super) fn object_extension(
    cx: &Cx<'_>,
    extension: &ObjectExtension,
    from: &Type,
    guard: Option<&mut Guard>,
) -> bool {
    let base = Type::Object(Some(extension.base.clone()));
    match from {
        Type::ObjectExtension(other) => {
            cx.assignable(&base, &Type::Object(Some(other.base.clone())), guard)
                && parameters(cx, &extension.params, &other.params)
        }
        _ => cx.assignable(&base, from, guard) && parameters(cx, &extension.params, &[]),
    }
}

/// What may be assigned to `Init[T]`: `T` itself, and all types from which `T.new` creates a value.
pub(super) fn init(cx: &Cx<'_>, init: Option<&InitType>, from: &Type, guard: Option<&mut Guard>) -> bool {
    match (init, from) {
        (None, Type::Init(_)) => true,
        (None, _) => cx.assignable(&crate::types::rich_data(), from, guard),
        (Some(init), Type::Init(other)) => {
            other.as_ref().is_some_and(|other| cx.assignable(&init.target, &other.target, guard))
        }
        (Some(init), _) => {
            cx.assignable(&init.target, from, guard)
                || crate::init::sources(init)
                    .is_some_and(|sources| sources.iter().any(|source| cx.assignable(source, from, None)))
        }
    }
}

/// Whether the other side has each of the parameters, with a value that matches.
fn parameters(cx: &Cx<'_>, params: &[(Str, Value)], given: &[(Str, Value)]) -> bool {
    params.iter().all(|(name, expected)| {
        given.iter().find(|(other, _)| other == name).is_some_and(|(_, value)| {
            matches_option(cx.rules, value, expected)
                || match (expected, value) {
                    (Value::Type(expected), Value::Type(value)) => cx.assignable(expected, value, None),
                    _ => false,
                }
        })
    })
}
