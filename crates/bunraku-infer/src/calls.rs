//! The types of what functions return, and of what they pass to lambdas.

use bunraku_pcore::{Size, Type};

use crate::fits::is_unknown;

/// The types of the values with which a function calls its lambda, by the number of the lambda's parameters.
pub(crate) fn lambda_types(function: &str, subject: &Type, count: usize) -> Vec<Type> {
    match function {
        "with" | "then" | "lest" | "tap" if count == 1 => vec![match function {
            "lest" => Type::Any,
            "then" => without_undef(subject),
            _ => subject.clone(),
        }],
        "each" | "map" | "filter" | "all" | "any" | "index" | "partition" | "group_by" => {
            match subject.resolved() {
                Type::Array(array) if count == 1 => vec![array.element.clone()],
                Type::Array(array) => vec![Type::Integer(None), array.element.clone()],
                Type::Tuple(tuple) => {
                    let element = union(tuple.types.iter().cloned());
                    if count == 1 { vec![element] } else { vec![Type::Integer(None), element] }
                }
                Type::Hash(hash) if count == 2 => vec![hash.key.clone(), hash.value.clone()],
                Type::Struct(structure) if count == 2 => {
                    vec![
                        Type::String(None),
                        union(structure.elements.iter().map(|element| element.value.clone())),
                    ]
                }
                _ => Vec::new(),
            }
        }
        "step" | "slice" | "reverse_each" if count == 1 => match subject.resolved() {
            Type::Array(array) if function != "slice" => vec![array.element.clone()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The result type of a function if it depends on the arguments; `None` otherwise.
pub(crate) fn result(function: &str, arguments: &[Type], lambda: &Type) -> Option<Type> {
    let first = arguments.first().map_or(&Type::Any, Type::resolved);
    Some(match function {
        "each" | "reverse_each" | "tap" => arguments.first()?.clone(),
        "map" => Type::array(lambda.clone(), None),
        "filter" => match first {
            Type::Array(array) => Type::array(array.element.clone(), None),
            Type::Hash(hash) => Type::hash(hash.key.clone(), hash.value.clone(), None),
            Type::Tuple(_) => Type::array(Type::Any, None),
            Type::Struct(_) => Type::hash(Type::String(None), Type::Any, None),
            _ => return None,
        },
        "with" => lambda.clone(),
        "unwrap" => match first {
            Type::Sensitive(inner) => (**inner).clone(),
            _ => return None,
        },
        "downcase" | "upcase" | "capitalize" | "strip" | "lstrip" | "rstrip" | "chomp" | "chop"
        | "camelcase" => match first {
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::String(None),
            _ => return None,
        },
        "merge" if arguments.iter().all(|ty| matches!(ty.resolved(), Type::Hash(_) | Type::Struct(_))) => {
            Type::hash(Type::Any, Type::Any, None)
        }
        "regsubst" => match first {
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::String(None),
            _ => return None,
        },
        "split" => Type::array(Type::Any, None),
        "unique" | "sort" => match first {
            Type::Array(_) | Type::Tuple(_) => Type::array(Type::Any, None),
            _ => return None,
        },
        _ => return None,
    })
}

/// The type of a value that has one of several types.
pub(crate) fn union(types: impl IntoIterator<Item = Type>) -> Type {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        if is_unknown(&ty) || members.len() > 12 {
            return Type::Any;
        }
        if !members.contains(&ty) {
            members.push(ty);
        }
    }
    match members.len() {
        0 => Type::Any,
        1 => members.swap_remove(0),
        _ => Type::variant(members),
    }
}

/// Removes `undef` from a type.
pub(crate) fn without_undef(ty: &Type) -> Type {
    match ty.resolved() {
        Type::Optional(Some(inner)) => without_undef(inner),
        Type::Undef => Type::Any,
        Type::Variant(variant) => {
            union(variant.types.iter().filter(|ty| !matches!(ty.resolved(), Type::Undef)).map(without_undef))
        }
        _ => ty.clone(),
    }
}

/// The type of an array with these elements.
pub(crate) fn tuple(elements: Vec<Type>) -> Type {
    match elements.len() {
        0 => Type::array(Type::Unit, Some(Size::ZERO)),
        1..=64 => Type::tuple(elements, None),
        many => Type::array(Type::Any, Some(Size::exactly(many))),
    }
}
