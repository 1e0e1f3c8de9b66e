//! Equality, order, membership and matching, as the operators of the language define them.
//!
//! Strings are compared without regard to the case of ASCII letters, and `1` equals `1.0`. Neither holds for the keys of
//! hashes, which are compared by the exact equality of [`Value`].

use std::cmp::Ordering;

use bunraku_edition::{NumericStrings, StringInArray, TypeInString, TypeRules};

use crate::assignable::assignable;
use crate::instance::instance;
use crate::regexp::matches;
use crate::values::{Uri, Version, VersionRange, default_port};
use crate::{Str, Type, Value, number};

/// The error of comparing two values that have no order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotComparable;

/// `a == b`.
pub fn equal(rules: &TypeRules, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Type(a), Value::Type(b)) => same_type(rules, a, b),
        _ => equal_inside(rules, a, b),
    }
}

/// Whether two types have the same instances: they are equal or assignable to each other.
pub fn same_type(rules: &TypeRules, a: &Type, b: &Type) -> bool {
    a == b || assignable(rules, b, a) && assignable(rules, a, b)
}

/// The order of two values for `<`, `<=`, `>` and `>=`, if the left one is not a type.
///
/// Types are compared with [`assignable`] instead, because that relation is not an order.
pub fn compare(rules: &TypeRules, a: &Value, b: &Value) -> Result<Ordering, NotComparable> {
    if let NumericStrings::Numbers = rules.numeric_strings
        && let (Some(left), Some(right)) = (Coerced::of(a), Coerced::of(b))
    {
        return match (a, b) {
            // Two strings are numbers only if both are.
            (Value::Str(a), Value::Str(b)) if !(left.is_number() && right.is_number()) => {
                Ok(compare_folded(a, b))
            }
            _ => left.compare(&right).ok_or(NotComparable),
        };
    }
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Ok(compare_folded(a, b)),
        // Times are numbers in Puppet's Ruby code. With a number on the left, Ruby converts both sides to floats; with a
        // time on the left, the time compares itself, by whole seconds if the other side is an integer. So
        // `1 < Timespan(1.5)` is true and `Timespan(1.5) > 1` is false.
        (Value::Int(_) | Value::Float(_) | Value::Big(_), _) => {
            number::compare(a, b).or_else(|| to_float(a)?.partial_cmp(&seconds(b)?)).ok_or(NotComparable)
        }
        (Value::Timespan(a), Value::Timespan(b)) => Ok(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Ok(a.cmp(b)),
        (Value::Timespan(_) | Value::Timestamp(_), _) => compare_time_number(a, b).ok_or(NotComparable),
        (Value::Version(a), Value::Version(b)) => Ok(a.precedence(b)),
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        _ => Err(NotComparable),
    }
}

/// `needle in hay`. Setting the match variables is left to the evaluator.
pub fn contains(rules: &TypeRules, hay: &Value, needle: &Value) -> bool {
    match hay {
        Value::Str(hay) => string_contains(rules, hay, needle),
        Value::Array(hay) => list_contains(rules, hay.iter(), needle),
        Value::Hash(hay) => list_contains(rules, hay.keys(), needle),
        Value::Binary(hay) => {
            let part = match needle {
                Value::Binary(needle) => needle.as_bytes(),
                Value::Str(needle) => needle.as_bytes(),
                Value::Int(needle) => {
                    return hay.as_bytes().iter().any(|byte| i64::from(*byte) == *needle);
                }
                Value::Float(needle) => {
                    return hay.as_bytes().iter().any(|byte| f64::from(*byte) == *needle);
                }
                _ => return false,
            };
            part.is_empty() || hay.as_bytes().windows(part.len()).any(|window| window == part)
        }
        Value::VersionRange(range) => range_includes(range, needle),
        _ => false,
    }
}

/// Whether a value matches an option of `case` or a selector. Setting the match variables is left to the evaluator.
pub fn matches_option(rules: &TypeRules, value: &Value, option: &Value) -> bool {
    match option {
        Value::Regexp(regexp) => value.as_str().is_some_and(|text| matches(regexp, text)),
        Value::Version(version) => match value {
            Value::Version(value) => value == version,
            Value::Str(text) => Version::parse(text).is_some_and(|value| value == *version),
            _ => false,
        },
        Value::VersionRange(range) => range_includes(range, value),
        Value::Type(ty) => instance(rules, ty, value),
        Value::Array(options) => match value {
            Value::Array(values) => {
                values.len() == options.len()
                    && options.iter().zip(values).all(|(option, value)| matches_option(rules, value, option))
            }
            _ => false,
        },
        // The value may have more keys than the option, and a missing key is matched as undef.
        Value::Hash(options) => match value {
            Value::Hash(values) => options
                .iter()
                .all(|(key, option)| matches_option(rules, values.get(key).unwrap_or(&Value::Undef), option)),
            _ => false,
        },
        Value::Default => true,
        option => equal_inside(rules, value, option),
    }
}

/// Whether a range includes a version, given as a version or as a string.
pub fn range_includes(range: &VersionRange, version: &Value) -> bool {
    match version {
        Value::Version(version) => range.includes(version),
        Value::Str(text) => Version::parse(text).is_some_and(|version| range.includes(&version)),
        _ => false,
    }
}

/// Equality inside collections and in matches: like `==`, except that types are equal only if their names and
/// parameters are. The operator itself also considers types equal that are assignable to each other.
fn equal_inside(rules: &TypeRules, a: &Value, b: &Value) -> bool {
    if matches!(a, Value::ByteStr(_)) || matches!(b, Value::ByteStr(_)) {
        return equal_inside(rules, &a.clone().plain(), &b.clone().plain());
    }
    if let NumericStrings::Numbers = rules.numeric_strings
        && let (Some(a), Some(b)) = (Coerced::of(a), Coerced::of(b))
    {
        return a.compare(&b) == Some(Ordering::Equal);
    }
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => a.eq_ignore_ascii_case(b),
        (Value::Int(_) | Value::Float(_) | Value::Big(_), _) => {
            number::compare(a, b).or_else(|| compare_time_number(b, a)) == Some(Ordering::Equal)
        }
        (Value::Timespan(_) | Value::Timestamp(_), Value::Int(_) | Value::Float(_) | Value::Big(_)) => {
            compare_time_number(a, b) == Some(Ordering::Equal)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal_inside(rules, a, b))
        }
        // Ruby reads a missing key as nil, so `{a => undef} == {b => undef}` is true.
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| equal_inside(rules, b.get(key).unwrap_or(&Value::Undef), value))
        }
        (Value::Uri(a), Value::Uri(b)) => same_uri(a, b),
        _ => a == b,
    }
}

/// Compares a time with a number of seconds: without its fraction if the number is an integer, with it if a float.
fn compare_time_number(time: &Value, other: &Value) -> Option<Ordering> {
    let (whole, float) = match time {
        Value::Timespan(time) => (time.seconds(), time.to_float()),
        Value::Timestamp(time) => (time.seconds(), time.to_float()),
        _ => return None,
    };
    match other {
        Value::Int(other) => Some(whole.cmp(other)),
        Value::Float(other) => float.partial_cmp(other),
        _ => None,
    }
}

fn seconds(time: &Value) -> Option<f64> {
    match time {
        Value::Timespan(time) => Some(time.to_float()),
        Value::Timestamp(time) => Some(time.to_float()),
        _ => None,
    }
}

fn to_float(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Compares strings byte by byte, with ASCII letters in lowercase, like Ruby's `casecmp`.
pub(crate) fn compare_folded(a: &str, b: &str) -> Ordering {
    let folded = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(folded).cmp(b.bytes().map(folded))
}

fn string_contains(rules: &TypeRules, hay: &Str, needle: &Value) -> bool {
    match needle {
        // Unlike all other comparisons of strings, this one ignores the case of all letters, not only of ASCII.
        Value::Str(needle) => hay.to_lowercase().contains(needle.to_lowercase().as_str()),
        Value::Regexp(regexp) => matches(regexp, hay),
        Value::Type(ty) => match rules.type_in_string {
            TypeInString::Never => false,
            TypeInString::StringTypes => match ty {
                Type::String(None) | Type::Any => true,
                Type::Alias(alias) => alias.is_builtin() && alias.name() == "Data",
                _ => false,
            },
        },
        needle => match rules.numeric_strings {
            NumericStrings::Text => false,
            NumericStrings::Numbers => equal_inside(rules, &Value::Str(hay.clone()), needle),
        },
    }
}

fn list_contains<'a>(rules: &TypeRules, mut hay: impl Iterator<Item = &'a Value>, needle: &Value) -> bool {
    match (needle, rules.string_in_array) {
        (Value::Regexp(regexp), _) => {
            hay.any(|element| element.as_str().is_some_and(|text| matches(regexp, text)))
        }
        (Value::Str(_) | Value::Version(_), StringInArray::Matched) => {
            hay.any(|element| matches_option(rules, needle, element))
        }
        (Value::Type(ty), _) => hay.any(|element| instance(rules, ty, element)),
        _ => hay.any(|element| equal_inside(rules, element, needle)),
    }
}

/// Equality of URIs, as in Ruby: case does not matter in the scheme and the host, the default port of a scheme need not
/// be written, and an empty path is the root.
fn same_uri(a: &Uri, b: &Uri) -> bool {
    let normal = |uri: &Uri| {
        let mut parts = uri.parts().clone();
        parts.scheme = parts.scheme.map(|scheme| scheme.to_lowercase());
        parts.host = parts.host.map(|host| host.to_lowercase());
        parts.port = uri.effective_port().or_else(|| default_port(parts.scheme.as_deref()?));
        if parts.scheme.is_some() && parts.path.as_ref().is_some_and(|path| path.is_empty()) {
            parts.path = Some("/".into());
        }
        parts
    };
    normal(a) == normal(b)
}

/// An operand in an edition that compares strings that spell numbers as numbers.
enum Coerced<'a> {
    Number(Value),
    Text(&'a str),
}

impl Coerced<'_> {
    fn of(value: &Value) -> Option<Coerced<'_>> {
        match value {
            Value::Int(_) | Value::Float(_) | Value::Big(_) => Some(Coerced::Number(value.clone())),
            Value::Str(text) => {
                Some(number::parse(text).map_or(Coerced::Text(text.as_str()), Coerced::Number))
            }
            _ => None,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Coerced::Number(_))
    }

    /// Numbers come before strings that do not spell one.
    fn compare(&self, other: &Coerced<'_>) -> Option<Ordering> {
        match (self, other) {
            (Coerced::Number(a), Coerced::Number(b)) => number::compare(a, b),
            (Coerced::Number(_), Coerced::Text(_)) => Some(Ordering::Less),
            (Coerced::Text(_), Coerced::Number(_)) => Some(Ordering::Greater),
            (Coerced::Text(a), Coerced::Text(b)) => Some(compare_folded(a, b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_strings_in_the_edition_spec() {
        let (one, text) = (Value::Int(1), Value::str("1.0"));
        assert!(!equal(&TypeRules::PUPPET8, &one, &text));
        assert!(equal(&TypeRules::SPEC, &one, &text));
        assert_eq!(compare(&TypeRules::SPEC, &Value::str("10"), &Value::Int(9)), Ok(Ordering::Greater));
        assert_eq!(compare(&TypeRules::SPEC, &Value::Int(1), &Value::str("a")), Ok(Ordering::Less));
        assert_eq!(compare(&TypeRules::PUPPET8, &Value::Int(1), &Value::str("a")), Err(NotComparable));
        assert!(contains(&TypeRules::SPEC, &Value::str("abc"), &Value::Type(Type::String(None))));
    }
}
