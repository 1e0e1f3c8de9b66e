//! Whether a value of one type can be an instance of another: the question behind every finding about types.

use bunraku_pcore::assignable::assignable;
use bunraku_pcore::types::{ArrayType, HashType, StringParam, StructType, TupleType};
use bunraku_pcore::{IntRange, Size, Type};

use crate::RULES;

/// How deeply types are compared.
const DEEPEST: usize = 12;

/// Whether no value of the type `actual` can be an instance of `expected`.
pub fn impossible(expected: &Type, actual: &Type) -> bool {
    never(expected, actual, 0)
}

/// Whether a type says nothing about a value.
pub fn is_unknown(ty: &Type) -> bool {
    matches!(ty.resolved(), Type::Any | Type::Unit)
}

fn never(expected: &Type, actual: &Type, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let (expected, actual) = (expected.resolved(), actual.resolved());
    let next = depth + 1;
    match actual {
        Type::Any | Type::Unit | Type::Reference(_) => return false,
        Type::Variant(variant) => {
            return variant.types.iter().all(|ty| never(expected, ty, next)) && !variant.types.is_empty();
        }
        Type::Optional(Some(ty)) => return never(expected, &Type::Undef, next) && never(expected, ty, next),
        Type::NotUndef(Some(ty)) => return never(expected, ty, next),
        _ => {}
    }
    match expected {
        Type::Any | Type::Unit | Type::Reference(_) | Type::Init(_) | Type::Object(_) | Type::Runtime(_) => {
            return false;
        }
        Type::Variant(variant) => {
            return variant.types.iter().all(|ty| never(ty, actual, next)) && !variant.types.is_empty();
        }
        Type::Optional(Some(ty)) => return !matches!(actual, Type::Undef) && never(ty, actual, next),
        Type::NotUndef(Some(ty)) => return matches!(actual, Type::Undef) || never(ty, actual, next),
        _ => {}
    }
    let (Some(wanted), Some(given)) = (kinds(expected), kinds(actual)) else { return false };
    if wanted & given == 0 {
        return true;
    }
    match (expected, actual) {
        (Type::Integer(a), Type::Integer(b)) => {
            apart(a.as_deref().unwrap_or(&IntRange::ALL), b.as_deref().unwrap_or(&IntRange::ALL))
        }
        (Type::Enum(members), Type::String(Some(param))) => match &**param {
            StringParam::Value(text) => !members.contains(text.as_str()),
            StringParam::Size(_) => false,
        },
        (Type::Enum(a), Type::Enum(b)) => {
            !b.ignore_case && !b.values.is_empty() && !b.values.iter().any(|value| a.contains(value.as_str()))
        }
        (_, Type::String(Some(param))) if matches!(**param, StringParam::Value(_)) => {
            !assignable(RULES, expected, actual)
        }
        (_, Type::Boolean(Some(_)) | Type::Undef | Type::Default) => !assignable(RULES, expected, actual),
        (Type::Array(_) | Type::Tuple(_), Type::Array(_) | Type::Tuple(_)) => {
            lists(&List::of(expected), &List::of(actual), next)
        }
        (Type::Hash(wanted), Type::Hash(given)) => hashes(wanted, given, next),
        (Type::Struct(wanted), Type::Struct(given)) => structs(wanted, given, next),
        (Type::Hash(wanted), Type::Struct(given)) => {
            given
                .elements
                .iter()
                .any(|element| !element.optional && never(&wanted.value, &element.value, next))
                || given
                    .elements
                    .iter()
                    .any(|element| !element.optional && never(&wanted.key, &element.key_type(), next))
                || wanted.size.is_some_and(|size| size.max.is_some_and(|max| required(given) > max))
        }
        (Type::Struct(wanted), Type::Hash(given)) => {
            given.size == Some(Size::ZERO) && wanted.elements.iter().any(|element| !element.optional)
        }
        (Type::Sensitive(wanted), Type::Sensitive(given)) => never(wanted, given, next),
        _ => false,
    }
}

fn required(structure: &StructType) -> u64 {
    structure.elements.iter().filter(|element| !element.optional).count() as u64
}

fn apart(a: &IntRange, b: &IntRange) -> bool {
    let below = |low: &IntRange, high: &IntRange| matches!((&low.to, &high.from), (Some(to), Some(from)) if to < from);
    below(a, b) || below(b, a)
}

/// An array type: the types of its first elements, that of the rest, and its size.
struct List<'a> {
    first: &'a [Type],
    rest: Option<&'a Type>,
    size: Size,
}

impl<'a> List<'a> {
    fn of(ty: &'a Type) -> List<'a> {
        match ty {
            Type::Array(array) => {
                let ArrayType { element, size } = &**array;
                List { first: &[], rest: Some(element), size: size.unwrap_or(Size::ANY) }
            }
            Type::Tuple(tuple) => {
                let TupleType { types, .. } = &**tuple;
                List { first: types, rest: types.last(), size: tuple.size_range() }
            }
            _ => List { first: &[], rest: None, size: Size::ANY },
        }
    }

    fn at(&self, index: usize) -> Option<&'a Type> {
        self.first.get(index).or(self.rest)
    }
}

fn lists(wanted: &List<'_>, given: &List<'_>, depth: usize) -> bool {
    let too_few = given.size.max.is_some_and(|max| max < wanted.size.min);
    let too_many = wanted.size.max.is_some_and(|max| given.size.min > max);
    if too_few || too_many {
        return true;
    }
    // Elements that certainly exist.
    let certain = given.size.min.min(64) as usize;
    (0..certain).any(|index| match (wanted.at(index), given.at(index)) {
        (Some(wanted), Some(given)) => never(wanted, given, depth),
        _ => false,
    })
}

fn hashes(wanted: &HashType, given: &HashType, depth: usize) -> bool {
    let given_size = given.size.unwrap_or(Size::ANY);
    let wanted_size = wanted.size.unwrap_or(Size::ANY);
    if given_size.max.is_some_and(|max| max < wanted_size.min)
        || wanted_size.max.is_some_and(|max| given_size.min > max)
    {
        return true;
    }
    given_size.min > 0 && (never(&wanted.key, &given.key, depth) || never(&wanted.value, &given.value, depth))
}

fn structs(wanted: &StructType, given: &StructType, depth: usize) -> bool {
    let missing =
        wanted.elements.iter().any(|element| !element.optional && given.get(&element.name).is_none());
    missing
        || given.elements.iter().filter(|element| !element.optional).any(|element| {
            match wanted.get(&element.name) {
                Some(known) => never(&known.value, &element.value, depth),
                None => true,
            }
        })
}

const UNDEF: u32 = 1;
const DEFAULT: u32 = 2;
const BOOLEAN: u32 = 4;
const INTEGER: u32 = 8;
const FLOAT: u32 = 16;
const STRING: u32 = 32;
const REGEXP: u32 = 64;
const ARRAY: u32 = 128;
const HASH: u32 = 256;
const TYPE: u32 = 512;
const SENSITIVE: u32 = 1024;
const CALLABLE: u32 = 2048;
const OTHER: u32 = 4096;
const TIME: u32 = 8192;

/// The kinds of values of a type as a bit set; `None` if they cannot be determined.
fn kinds(ty: &Type) -> Option<u32> {
    Some(match ty {
        Type::Undef => UNDEF,
        Type::Default => DEFAULT,
        Type::Boolean(_) => BOOLEAN,
        Type::Integer(_) => INTEGER,
        Type::Float(_) => FLOAT,
        Type::Numeric => INTEGER | FLOAT,
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => STRING,
        Type::Regexp(_) => REGEXP,
        Type::ScalarData => INTEGER | FLOAT | STRING | BOOLEAN,
        Type::Scalar => INTEGER | FLOAT | STRING | BOOLEAN | REGEXP | TIME,
        Type::Array(_) | Type::Tuple(_) => ARRAY,
        Type::Hash(_) | Type::Struct(_) => HASH,
        Type::Collection(_) => ARRAY | HASH,
        Type::Type(_) | Type::Class(_) | Type::Resource(_) | Type::CatalogEntry => TYPE,
        Type::Sensitive(_) => SENSITIVE,
        Type::Callable(_) => CALLABLE,
        Type::Timespan(_) | Type::Timestamp(_) | Type::SemVer(_) => TIME,
        Type::Binary | Type::SemVerRange | Type::Uri(_) => OTHER,
        Type::NotUndef(None) => !UNDEF,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ty(text: &str) -> Type {
        bunraku_eval::parse_type(text).unwrap()
    }

    #[test]
    fn what_cannot_be() {
        for (expected, actual) in [
            ("Integer", "String"),
            ("Integer[1, 5]", "Integer[6, 9]"),
            ("Enum['a', 'b']", "Enum['c']"),
            ("Array[Integer]", "Tuple[String]"),
            ("Array[Integer, 1]", "Array[Integer, 0, 0]"),
            ("String", "Undef"),
            ("Optional[String]", "Boolean"),
            ("Variant[String, Integer]", "Array"),
            ("Struct[{a => Integer}]", "Struct[{b => Integer}]"),
            ("Struct[{a => Integer}]", "Struct[{a => String}]"),
            ("Hash[String, Integer]", "Struct[{a => String}]"),
            ("Integer", "Variant[String, Boolean]"),
            ("NotUndef", "Undef"),
            ("Sensitive[String]", "String"),
            ("String", "Sensitive[String]"),
            ("Boolean", "Enum['true', 'false']"),
        ] {
            assert!(impossible(&ty(expected), &ty(actual)), "{expected} from {actual}");
        }
    }

    #[test]
    fn what_may_be() {
        for (expected, actual) in [
            ("Integer", "Any"),
            ("Enum['a']", "String"),
            ("Integer[1, 5]", "Integer"),
            ("Array[Integer]", "Array[String]"),
            ("String", "Optional[String]"),
            ("Pattern[/a/]", "String"),
            ("Variant[String, Integer]", "Numeric"),
            ("Struct[{a => Integer}]", "Hash[String, Integer]"),
            ("Struct[{Optional[a] => Integer}]", "Hash[String, Integer, 0, 0]"),
            ("Iterable", "Array"),
            ("Data", "Hash[String, String]"),
            ("Collection", "Array"),
            ("Scalar", "String"),
            ("Optional", "String"),
        ] {
            assert!(!impossible(&ty(expected), &ty(actual)), "{expected} from {actual}");
        }
    }
}
