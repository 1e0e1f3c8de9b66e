//! The rules of `String`, `Enum` and `Pattern`.

use crate::types::{EnumType, PatternSet, Size, StringParam};
use crate::{Str, Type};

/// What may be assigned to `String`.
pub(super) fn string(param: Option<&StringParam>, from: &Type) -> bool {
    match (param, from) {
        (None, Type::String(_) | Type::Enum(_) | Type::Pattern(_)) => true,
        (Some(StringParam::Size(size)), Type::String(other)) => size.covers(&size_of(other.as_deref())),
        (Some(StringParam::Size(size)), Type::Enum(values)) => {
            let lengths = || values.values.iter().map(|value| value.chars().count());
            match lengths().min().zip(lengths().max()) {
                Some((min, max)) => size.contains(min) && size.contains(max),
                // `Enum` without parameters may be any string.
                None => size.covers(&Size::ANY),
            }
        }
        // Nothing is known about the length of strings that match a pattern.
        (Some(StringParam::Size(size)), Type::Pattern(_)) => size.covers(&Size::ANY),
        (Some(StringParam::Value(text)), Type::String(other)) => literal(other.as_deref()) == Some(text),
        // Puppet looks only at the number of values here, so any `Enum` with a single value is accepted.
        (Some(StringParam::Value(_)), Type::Enum(values)) => values.values.len() == 1 && !values.ignore_case,
        _ => false,
    }
}

/// What may be assigned to `Enum`.
pub(super) fn enumeration(to: &Type, values: &EnumType, from: &Type) -> bool {
    if to == from {
        return true;
    }
    if values.values.is_empty() {
        return matches!(from, Type::String(_) | Type::Enum(_) | Type::Pattern(_));
    }
    match from {
        Type::String(param) => literal(param.as_deref()).is_some_and(|text| values.contains(text)),
        Type::Enum(others) => {
            !others.values.is_empty()
                && (values.ignore_case || !others.ignore_case)
                && others.values.iter().all(|other| values.contains(other))
        }
        _ => false,
    }
}

/// What may be assigned to `Pattern`.
pub(super) fn pattern(to: &Type, set: &PatternSet, from: &Type) -> bool {
    if to == from {
        return true;
    }
    match from {
        Type::String(param) => match literal(param.as_deref()) {
            Some(text) => set.matches(text),
            None => set.patterns.is_empty(),
        },
        Type::Enum(values) if values.values.is_empty() => set.patterns.is_empty(),
        Type::Enum(values) => values.values.iter().all(|value| set.matches(value)),
        // Whether one set of patterns covers another is not decidable in general, and Puppet does not even compare them
        // one by one: `Pattern[/a/]` is not assignable to `Pattern[/a/, /b/]`.
        Type::Pattern(_) => set.patterns.is_empty(),
        _ => false,
    }
}

fn literal(param: Option<&StringParam>) -> Option<&Str> {
    match param {
        Some(StringParam::Value(text)) => Some(text),
        _ => None,
    }
}

fn size_of(param: Option<&StringParam>) -> Size {
    match param {
        None => Size::ANY,
        Some(StringParam::Size(size)) => *size,
        Some(StringParam::Value(text)) => Size::exactly(text.chars().count()),
    }
}
