//! The result types of operators and accesses.

use bunraku_pcore::{Type, Value};
use bunraku_syntax::TokenKind;

use crate::calls::union;
use crate::fits::is_unknown;

/// The type of `left op right`.
pub(crate) fn binary(operator: TokenKind, left: &Type, right: &Type) -> Type {
    use TokenKind as T;
    let (left, right) = (left.resolved(), right.resolved());
    match operator {
        T::And
        | T::Or
        | T::Equal
        | T::NotEqual
        | T::Match
        | T::NoMatch
        | T::Less
        | T::LessEqual
        | T::Greater
        | T::GreaterEqual
        | T::In => Type::Boolean(None),
        T::Plus => match (left, right) {
            (Type::Integer(_), Type::Integer(_)) => Type::Integer(None),
            (Type::Float(_), Type::Float(_) | Type::Integer(_)) | (Type::Integer(_), Type::Float(_)) => {
                Type::Float(None)
            }
            (Type::Array(_) | Type::Tuple(_), _) => Type::array(Type::Any, None),
            (Type::Hash(_) | Type::Struct(_), _) => Type::hash(Type::Any, Type::Any, None),
            _ => Type::Any,
        },
        T::Minus | T::Star => match (left, right) {
            (Type::Integer(_), Type::Integer(_)) => Type::Integer(None),
            (Type::Array(_) | Type::Tuple(_), _) if operator == T::Minus => Type::array(Type::Any, None),
            (Type::Hash(_) | Type::Struct(_), _) if operator == T::Minus => {
                Type::hash(Type::Any, Type::Any, None)
            }
            _ => Type::Any,
        },
        T::Percent => match (left, right) {
            (Type::Integer(_), Type::Integer(_)) => Type::Integer(None),
            _ => Type::Any,
        },
        T::ShiftLeft => match left {
            Type::Array(_) | Type::Tuple(_) => Type::array(Type::Any, None),
            Type::Integer(_) => Type::Integer(None),
            _ => Type::Any,
        },
        _ => Type::Any,
    }
}

/// The type of `target[key]`.
pub(crate) fn access(target: &Type, key: Option<&Value>) -> Type {
    let may_be_missing = |ty: &Type| if is_unknown(ty) { Type::Any } else { Type::optional(ty.clone()) };
    match (target.resolved(), key) {
        (Type::Struct(structure), Some(Value::Str(key))) => match structure.get(key.as_str()) {
            Some(element) if element.optional => may_be_missing(&element.value),
            Some(element) => element.value.clone(),
            None => Type::Any,
        },
        (Type::Tuple(tuple), Some(Value::Int(index))) => {
            let index = usize::try_from(*index).ok();
            index.and_then(|index| tuple.types.get(index)).cloned().unwrap_or(Type::Any)
        }
        (Type::Array(array), Some(Value::Int(_))) => may_be_missing(&array.element),
        (Type::Hash(hash), Some(_)) => may_be_missing(&hash.value),
        (Type::Variant(variant), _) => union(variant.types.iter().map(|ty| access(ty, key))),
        _ => Type::Any,
    }
}
