//! The type of a value, in the three degrees of detail that the function `type` offers.

use std::sync::Arc;

use bunraku_edition::TypeRules;

use crate::common::common;
use crate::types::{Bound, FloatRange, IntRange, ObjectExtension, Size, StructElement, TimeRange, UriType};
use crate::values::{Object, Uri, VersionRange, default_port};
use crate::{Str, Type, Value};

/// The type with the type of every element of an array and of every key of a hash.
pub fn detailed(rules: &TypeRules, value: &Value) -> Type {
    match value {
        Value::Array(array) if array.is_empty() => Type::empty_array(),
        Value::Array(array) => Type::tuple(array.iter().map(|element| detailed(rules, element)), None),
        Value::Hash(hash) if hash.is_empty() => Type::empty_hash(),
        Value::Hash(hash) => {
            let elements: Option<Vec<StructElement>> = hash
                .iter()
                .map(|(key, value)| match key {
                    // The names of a `Struct` must not be empty.
                    Value::Str(name) if !name.is_empty() => Some(StructElement {
                        name: name.clone(),
                        optional: false,
                        value: detailed(rules, value),
                    }),
                    _ => None,
                })
                .collect();
            match elements {
                Some(elements) => Type::structure(elements),
                None => {
                    let key = Type::variant(hash.keys().map(|key| detailed(rules, key)));
                    let value = Type::variant(hash.values().map(|value| detailed(rules, value)));
                    Type::hash(key, value, Some(Size::exactly(hash.len())))
                }
            }
        }
        Value::Version(version) => Type::sem_ver(vec![VersionRange::between(version, version, false)]),
        value => reduced(rules, value),
    }
}

/// The type with one common type for all elements of an array, and for all keys and all values of a hash.
pub fn reduced(rules: &TypeRules, value: &Value) -> Type {
    match value {
        Value::Undef => Type::Undef,
        Value::Default => Type::Default,
        Value::Bool(value) => Type::Boolean(Some(*value)),
        Value::Int(number) => Type::exact_integer(*number),
        Value::Big(number) => Type::exact_integer(Bound::Big(number.clone())),
        Value::Float(number) => Type::float(FloatRange { from: *number, to: *number }),
        Value::Str(text) | Value::ByteStr(text) => Type::literal(text.clone()),
        Value::Array(array) if array.is_empty() => Type::empty_array(),
        Value::Array(array) => Type::array(reduce(rules, array.iter()), Some(Size::exactly(array.len()))),
        Value::Hash(hash) if hash.is_empty() => Type::empty_hash(),
        Value::Hash(hash) => Type::hash(
            reduce(rules, hash.keys()),
            reduce(rules, hash.values()),
            Some(Size::exactly(hash.len())),
        ),
        Value::Type(ty) => Type::type_of(ty.clone()),
        Value::Regexp(regexp) => Type::Regexp(Some(regexp.clone())),
        Value::Sensitive(sensitive) => Type::sensitive(reduced(rules, sensitive.unwrap())),
        Value::Binary(_) => Type::Binary,
        Value::Timespan(time) => Type::timespan(TimeRange { from: Some(*time), to: Some(*time) }),
        Value::Timestamp(time) => Type::timestamp(TimeRange { from: Some(*time), to: Some(*time) }),
        Value::Version(_) => Type::sem_ver(Vec::new()),
        Value::VersionRange(_) => Type::SemVerRange,
        Value::Uri(uri) => uri_type(uri),
        Value::Iter(iter) => Type::iterator(iter.0.element_type()),
        Value::Object(object) => object_type(object),
        Value::Runtime(object) => object.runtime_type(),
    }
}

/// The reduced type without ranges, sizes and literal strings, so that it does not describe a single value.
pub fn generalized(rules: &TypeRules, value: &Value) -> Type {
    reduced(rules, value).generalize()
}

/// The common type of several values.
fn reduce<'a>(rules: &TypeRules, values: impl Iterator<Item = &'a Value>) -> Type {
    let mut values = values.peekable();
    let first = strings(&mut values);
    let rest = values.map(|value| reduced(rules, value));
    first.into_iter().chain(rest).reduce(|a, b| common(rules, &a, &b)).unwrap_or(Type::Unit)
}

/// The common type of the strings at the beginning, which is made at once: putting one after the other into an `Enum`
/// would copy the others each time.
fn strings<'a>(values: &mut std::iter::Peekable<impl Iterator<Item = &'a Value>>) -> Option<Type> {
    let texts = std::iter::from_fn(|| match values.next_if(|value| value.as_str().is_some())? {
        Value::Str(text) | Value::ByteStr(text) => Some(text.clone()),
        _ => None,
    });
    let texts: Vec<Str> = texts.collect();
    match texts.split_first()? {
        (first, others) if others.iter().all(|other| other == first) => Some(Type::literal(first.clone())),
        _ => Some(Type::enumeration(texts, false)),
    }
}

fn uri_type(uri: &Uri) -> Type {
    let parts = uri.parts();
    let mut params: Vec<(Str, Value)> = Vec::new();
    let mut add = |name: &str, value: Option<Str>| {
        if let Some(value) = value {
            params.push((name.into(), Value::Str(value)));
        }
    };
    let scheme = parts.scheme.as_ref().map(|scheme| scheme.to_lowercase());
    add("scheme", scheme.clone());
    add("userinfo", parts.userinfo.clone());
    add("host", parts.host.as_ref().filter(|host| !host.is_empty()).map(|host| host.to_lowercase()));
    // Ruby fills in the default port of several schemes, and Puppet leaves it out again for these two.
    let usual = scheme.as_deref().filter(|scheme| matches!(*scheme, "http" | "https")).and_then(default_port);
    add("port", uri.effective_port().filter(|port| Some(*port) != usual).map(|port| port.to_string().into()));
    add("path", parts.path.clone().filter(|path| !path.is_empty()));
    add("query", parts.query.clone());
    add("fragment", parts.fragment.clone());
    add("opaque", parts.opaque.clone());
    Type::Uri(if params.is_empty() { None } else { Some(Arc::new(UriType { params })) })
}

/// The type of an object. If the type has type parameters, their values are those of the attributes of the same names.
fn object_type(object: &Object) -> Type {
    let base = object.object_type();
    let parameters = base.all_type_parameters();
    if parameters.is_empty() {
        return Type::Object(Some(base.clone()));
    }
    let params = parameters
        .into_iter()
        .map(|(name, _)| (name.clone(), object.get(name).cloned().unwrap_or_default()))
        .collect();
    Type::ObjectExtension(Arc::new(ObjectExtension { base: base.clone(), params }))
}

/// The range of an `Integer` type, which without parameters is the range of all integers.
pub(crate) fn int_range(range: Option<&IntRange>) -> IntRange {
    range.cloned().unwrap_or(IntRange::ALL)
}
