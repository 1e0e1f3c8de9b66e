//! The normal form of a type: a simpler type with the same instances.
//!
//! Definitions of aliases and the types in descriptions of mismatches are in normal form. The rules, and the order in
//! which they are applied, are Puppet's, because the result is visible in the notation of aliases.

use std::sync::Arc;

use bunraku_edition::TypeRules;

use super::{Bound, IntRange, StringParam, StructElement, TimeRange, Type};
use crate::assignable::accepts_undef;
use crate::{Regexp, Str};

impl Type {
    /// The type in normal form.
    pub fn normalize(&self, rules: &TypeRules) -> Type {
        match self {
            Type::NotUndef(Some(ty)) => match ty.normalize(rules) {
                Type::Optional(Some(inner)) => Type::not_undef(Type::clone(&inner)).normalize(rules),
                Type::Optional(None) => Type::NotUndef(None),
                inner if !accepts_undef(rules, &inner) => inner,
                inner => Type::not_undef(inner),
            },
            Type::Optional(Some(ty)) => match ty.normalize(rules) {
                Type::NotUndef(Some(inner)) => Type::optional(Type::clone(&inner)).normalize(rules),
                Type::NotUndef(None) => Type::Optional(None),
                inner if accepts_undef(rules, &inner) => inner,
                inner => Type::optional(inner),
            },
            Type::Type(Some(ty)) => Type::type_of(ty.normalize(rules)),
            Type::Iterable(Some(ty)) => Type::iterable(ty.normalize(rules)),
            Type::Iterator(Some(ty)) => Type::iterator(ty.normalize(rules)),
            Type::Sensitive(ty) => match ty.normalize(rules) {
                // The constructor generalizes, and generalizing twice is not the same as once: an `Enum` becomes a
                // `String` with a size, which the second time loses the size.
                inner if inner == **ty => self.clone(),
                inner => Type::sensitive(inner),
            },
            Type::Collection(_) => Type::Collection(None),
            Type::Array(array) if array.element == Type::Any => Type::array(Type::Any, None),
            Type::Array(array) => Type::array(array.element.normalize(rules), array.size),
            Type::Hash(hash) if hash.is_empty() => self.clone(),
            Type::Hash(hash) => Type::hash(hash.key.normalize(rules), hash.value.normalize(rules), hash.size),
            Type::Struct(elements) => {
                Type::structure(elements.elements.iter().map(|element| StructElement {
                    value: element.value.normalize(rules),
                    ..element.clone()
                }))
            }
            Type::Tuple(tuple) => Type::Tuple(Arc::new(tuple.map(|ty| ty.normalize(rules)))),
            Type::Callable(Some(callable)) => {
                Type::Callable(Some(Arc::new(callable.map(|ty| ty.normalize(rules)))))
            }
            Type::Variant(variant) if !variant.types.is_empty() => {
                normalize_variant(rules, self, variant.types.iter().map(|ty| ty.normalize(rules)).collect())
            }
            _ => self.clone(),
        }
    }
}

fn normalize_variant(rules: &TypeRules, original: &Type, types: Vec<Type>) -> Type {
    if let [only] = types.as_slice() {
        return only.clone();
    }
    if types.iter().any(|ty| matches!(ty, Type::Undef | Type::Optional(_))) {
        let others = types.into_iter().filter(|ty| *ty != Type::Undef).map(|ty| match ty {
            Type::Optional(Some(inner)) => Type::clone(&inner),
            Type::Optional(None) => Type::Any,
            ty => ty,
        });
        return Type::optional(Type::variant(others)).normalize(rules);
    }
    let mut types = match Type::variant(types) {
        Type::Variant(variant) => variant.types.clone(),
        only => return only,
    };
    let before = types.clone();
    merge_not_undef(rules, &mut types);
    merge_enums(&mut types);
    merge_patterns(&mut types);
    merge_ranges(&mut types);
    // Merging changes the order of the members. If nothing was merged, the order is kept as it was written.
    let unchanged = matches!(original, Type::Variant(members) if members.types == before);
    if unchanged && types.len() == before.len() { original.clone() } else { Type::variant(types) }
}

/// Removes the members for which `take` returns something, if there is more than one of them.
fn take_several<T>(types: &mut Vec<Type>, take: impl Fn(&Type) -> Option<T>) -> Option<Vec<T>> {
    let taken: Vec<T> = types.iter().filter_map(&take).collect();
    if taken.len() < 2 {
        return None;
    }
    types.retain(|ty| take(ty).is_none());
    Some(taken)
}

fn merge_not_undef(rules: &TypeRules, types: &mut Vec<Type>) {
    let inner = take_several(types, |ty| match ty {
        Type::NotUndef(inner) => Some(inner.as_deref().cloned().unwrap_or(Type::Any)),
        _ => None,
    });
    if let Some(inner) = inner {
        types.push(Type::not_undef(Type::variant(inner).normalize(rules)));
    }
}

fn merge_enums(types: &mut Vec<Type>) {
    let exact = take_several(types, |ty| match ty {
        Type::Enum(values) if !values.values.is_empty() && !values.ignore_case => Some(values.values.clone()),
        Type::String(Some(param)) => match &**param {
            StringParam::Value(text) => Some(vec![text.clone()]),
            StringParam::Size(_) => None,
        },
        _ => None,
    });
    if let Some(values) = exact {
        types.push(Type::enumeration(values.into_iter().flatten(), false));
    }
    let folded = take_several(types, |ty| match ty {
        Type::Enum(values) if !values.values.is_empty() && values.ignore_case => {
            Some(values.values.iter().map(|value| value.to_lowercase()).collect::<Vec<Str>>())
        }
        _ => None,
    });
    if let Some(values) = folded {
        types.push(Type::enumeration(values.into_iter().flatten(), true));
    }
}

fn merge_patterns(types: &mut Vec<Type>) {
    let patterns = take_several(types, |ty| match ty {
        Type::Pattern(set) => Some(set.patterns.clone()),
        _ => None,
    });
    if let Some(patterns) = patterns {
        types.push(Type::pattern(patterns.into_iter().flatten().collect::<Vec<Regexp>>()));
    }
}

fn merge_ranges(types: &mut Vec<Type>) {
    let versions = take_several(types, |ty| match ty {
        Type::SemVer(ranges) => Some(Vec::clone(ranges)),
        _ => None,
    });
    if let Some(ranges) = versions {
        types.insert(0, Type::sem_ver(ranges.into_iter().flatten().collect()));
    }
    let integers = take_several(types, |ty| match ty {
        Type::Integer(range) => Some(range.as_deref().cloned().unwrap_or(IntRange::ALL)),
        _ => None,
    });
    if let Some(ranges) = integers {
        let merged = merge_all(ranges, |a, b| touches(a, b).then(|| a.hull(b)));
        types.splice(0..0, merged.into_iter().map(Type::integer));
    }
    let floats = take_several(types, |ty| match ty {
        Type::Float(range) => Some(range.as_deref().copied().unwrap_or(super::FloatRange::ALL)),
        _ => None,
    });
    if let Some(ranges) = floats {
        let merged = merge_all(ranges, |a, b| (a.to >= b.from && b.to >= a.from).then(|| a.hull(b)));
        types.splice(0..0, merged.into_iter().map(Type::float));
    }
    let spans = take_several(types, |ty| match ty {
        Type::Timespan(range) => Some(range.as_deref().copied().unwrap_or(TimeRange::ALL)),
        _ => None,
    });
    if let Some(ranges) = spans {
        types.splice(0..0, merge_all(ranges, hull_of_times).into_iter().map(Type::timespan));
    }
    let stamps = take_several(types, |ty| match ty {
        Type::Timestamp(range) => Some(range.as_deref().copied().unwrap_or(TimeRange::ALL)),
        _ => None,
    });
    if let Some(ranges) = stamps {
        types.splice(0..0, merge_all(ranges, hull_of_times).into_iter().map(Type::timestamp));
    }
}

/// Merges ranges: takes the last one, joins every other one that it touches to it, and goes on with the rest.
fn merge_all<T>(mut ranges: Vec<T>, join: impl Fn(&T, &T) -> Option<T>) -> Vec<T> {
    let mut result = Vec::new();
    while let Some(mut range) = ranges.pop() {
        ranges.retain(|other| match join(&range, other) {
            Some(joined) => {
                range = joined;
                false
            }
            None => true,
        });
        result.push(range);
    }
    result
}

/// Whether two ranges overlap or are next to each other.
fn touches(a: &IntRange, b: &IntRange) -> bool {
    let before = |end: &Option<Bound>, start: &Option<Bound>| match (end, start) {
        (Some(Bound::Small(end)), Some(Bound::Small(start))) => end.saturating_add(1) < *start,
        (Some(end), Some(start)) => end.to_big() + 1 < start.to_big(),
        _ => false,
    };
    !before(&a.to, &b.from) && !before(&b.to, &a.from)
}

fn hull_of_times<T: Ord + Copy>(a: &TimeRange<T>, b: &TimeRange<T>) -> Option<TimeRange<T>> {
    let before = |end: Option<T>, start: Option<T>| end.zip(start).is_some_and(|(end, start)| end < start);
    if before(a.to, b.from) || before(b.to, a.from) {
        return None;
    }
    Some(TimeRange {
        from: a.from.zip(b.from).map(|(a, b)| a.min(b)),
        to: a.to.zip(b.to).map(|(a, b)| a.max(b)),
    })
}
