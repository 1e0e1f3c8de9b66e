//! The common type of two types: the element type of an array that has elements of both.

use std::sync::Arc;

use bunraku_edition::TypeRules;

use crate::assignable::assignable;
use crate::infer::int_range;
use crate::types::{FloatRange, StringParam, data, rich_data};
use crate::{Type, work};

/// The common type of two types.
///
/// If one is assignable to the other, the result is the wider one. `Undef` and `Unit` leave the other type as it is, so
/// undef may not be an instance of the result: the type of `[1, undef]` is `Array[Integer]`. Puppet does the same.
pub fn common(rules: &TypeRules, a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Undef | Type::Unit, Type::Undef) => return b.clone(),
        (Type::Undef, _) => return b.clone(),
        (_, Type::Undef) => return a.clone(),
        (Type::Unit, _) => return b.clone(),
        (_, Type::Unit) => return a.clone(),
        _ => {}
    }
    // The values of an `Enum` are copied when one is added.
    let copied = |ty: &Type| if let Type::Enum(values) = ty { values.values.len() as u64 / 4 } else { 0 };
    if !work::count(1 + copied(a) + copied(b)) {
        return Type::Any;
    }
    if assignable(rules, a, b) {
        return a.clone();
    }
    if assignable(rules, b, a) {
        return b.clone();
    }
    if let Some(ty) = of_same_kind(rules, a, b) {
        return ty;
    }
    let both = |ty: &Type| assignable(rules, ty, a) && assignable(rules, ty, b);
    for abstract_type in [Type::Numeric, Type::ScalarData, Type::Scalar, data(rules)] {
        if both(&abstract_type) {
            return abstract_type;
        }
    }
    if let (Type::Type(Some(a)), Type::Type(Some(b))) = (a, b) {
        return Type::type_of(common(rules, a, b));
    }
    if both(&rich_data()) { rich_data() } else { Type::Any }
}

/// The common type of two types of the same kind, neither of which is assignable to the other.
fn of_same_kind(rules: &TypeRules, a: &Type, b: &Type) -> Option<Type> {
    Some(match (a, b) {
        (Type::Array(a), Type::Array(b)) => Type::array(common(rules, &a.element, &b.element), None),
        (Type::Hash(a), Type::Hash(b)) => {
            Type::hash(common(rules, &a.key, &b.key), common(rules, &a.value, &b.value), None)
        }
        (Type::Class(_), Type::Class(_)) => Type::any_class(),
        (Type::Resource(a), Type::Resource(b)) => match (&a.type_name, &b.type_name) {
            (Some(a), Some(b)) if a == b => Type::resource(a.clone(), None),
            _ => Type::any_resource(),
        },
        (Type::Integer(a), Type::Integer(b)) => {
            Type::integer(int_range(a.as_deref()).hull(&int_range(b.as_deref())))
        }
        (Type::Float(a), Type::Float(b)) => {
            let range =
                |range: &Option<Arc<FloatRange>>| range.as_deref().copied().unwrap_or(FloatRange::ALL);
            Type::float(range(a).hull(&range(b)))
        }
        (Type::String(a), Type::String(b)) => match (a.as_deref(), b.as_deref()) {
            (Some(StringParam::Size(a)), Some(StringParam::Size(b))) => Type::string(a.hull(b)),
            (Some(StringParam::Value(a)), Some(StringParam::Value(b))) => {
                Type::enumeration([a.clone(), b.clone()], false)
            }
            _ => Type::String(None),
        },
        (Type::String(text), Type::Enum(values)) | (Type::Enum(values), Type::String(text)) => {
            match text.as_deref() {
                Some(StringParam::Value(text)) => {
                    Type::enumeration(values.values.iter().chain([text]).cloned(), false)
                }
                // The length of a string does not fit into an `Enum`, which becomes the one that accepts any string.
                _ => Type::enumeration(Vec::<crate::Str>::new(), false),
            }
        }
        (Type::Enum(a), Type::Enum(b)) => Type::enumeration(a.values.iter().chain(&b.values).cloned(), false),
        (Type::Pattern(a), Type::Pattern(b)) => Type::pattern(a.patterns.iter().chain(&b.patterns).cloned()),
        (Type::Variant(a), Type::Variant(b)) => Type::variant(a.types.iter().chain(&b.types).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => Type::Regexp(None),
        (Type::Callable(_), Type::Callable(_)) => Type::Callable(None),
        _ => return None,
    })
}
