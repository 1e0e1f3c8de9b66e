//! References to classes and resources: `Class['a']`, `File['/x', '/y']`, `Resource['file', '/x']`.

use bunraku_edition::TypeRules;

use super::keys::Keys;
use super::{ConstructError, Problem};
use crate::notation::capitalized;
use crate::{Array, Str, Type, Value, lowercase};

/// A reference, or an array of references if there are several names or titles, or if they are given as an array.
pub(super) fn reference(rules: &TypeRules, ty: &Type, args: &[Value]) -> Result<Value, ConstructError> {
    // Nearly all references have the form `File['/x']`, which needs no copies of its arguments.
    if let (Type::Resource(resource), [Value::Str(title)]) = (ty, args)
        && let Some(type_name) = resource.type_name.as_ref().filter(|name| is_reference(name))
    {
        return Ok(Value::Type(Type::resource(type_name.clone(), Some(title.clone()))));
    }
    let name = ty.name();
    let keys = Keys::as_given(rules, name, args);
    keys.arity(1, None)?;
    match ty {
        Type::Class(_) => {
            let many = many(args);
            let names = Keys::flattened(rules, name, args);
            let mut classes = Array::new();
            // Undef among the names or titles is ignored, so `Class[undef]` is undef.
            for index in (0..names.len()).filter(|index| !matches!(names.get(*index), Some(Value::Undef))) {
                let text = lowercase(&names.string(index)?);
                let plain: Str = text.strip_prefix("::").unwrap_or(&text).into();
                if !is_name(&plain) {
                    return Err(names.bad_string(index, "the name of a class"));
                }
                classes.push(Value::Type(Type::class(plain)));
            }
            Ok(one_or_many(classes, many))
        }
        Type::Resource(resource) => {
            let (type_name, args) = match (&resource.type_name, args) {
                // `Resource[File['/x']]` is `File['/x']`.
                (None, [only @ Value::Type(Type::Resource(known))]) if known.title.is_some() => {
                    return Ok(only.clone());
                }
                (Some(type_name), args) => (type_name.clone(), args),
                (None, [first, rest @ ..]) => (resource_type_name(&keys, first)?, rest),
                (None, []) => return Err(keys.wrong(0, "the name of a resource type")),
            };
            if !is_reference(&type_name) {
                return Err(keys.bad_string(0, "the name of a resource type"));
            }
            if args.is_empty() {
                return Ok(Value::Type(Type::resource(type_name, None)));
            }
            let titles = Keys::flattened(rules, name, args);
            let mut resources = Array::new();
            for index in (0..titles.len()).filter(|index| !matches!(titles.get(*index), Some(Value::Undef))) {
                let title = titles.string(index).map_err(|_| titles.wrong(index, "a title"))?;
                resources.push(Value::Type(Type::resource(type_name.clone(), Some(title))));
            }
            Ok(one_or_many(resources, many(args)))
        }
        _ => Err(ConstructError { key: None, problem: Problem::NoParameters { name: name.into() } }),
    }
}

fn many(args: &[Value]) -> bool {
    args.len() > 1 || matches!(args, [Value::Array(_)])
}

fn one_or_many(references: Array, many: bool) -> Value {
    match references.as_slice() {
        [only] if !many => only.clone(),
        [] if !many => Value::Undef,
        _ => Value::Array(references),
    }
}

fn resource_type_name(keys: &Keys<'_>, first: &Value) -> Result<Str, ConstructError> {
    match first {
        Value::Str(name) => Ok(capitalized(name).into()),
        Value::Type(Type::Resource(resource)) => {
            resource.type_name.clone().ok_or_else(|| keys.wrong(0, "the name of a resource type"))
        }
        Value::Type(Type::Reference(name)) => Ok(Str::clone(name)),
        _ => Err(keys.wrong(0, "the name of a resource type")),
    }
}

/// Whether each segment of a name starts with a lowercase letter, as in `apache::vhost`.
fn is_name(text: &str) -> bool {
    text.split("::").all(|segment| is_segment(segment, |first| first.is_ascii_lowercase()))
}

/// Whether each segment of a name starts with an uppercase letter, as in `Apache::Vhost`.
fn is_reference(text: &str) -> bool {
    let mut bytes = text.strip_prefix("::").unwrap_or(text).bytes().peekable();
    // Byte by byte, because a search for `::` takes longer to set up than such a name is long.
    let mut starts = true;
    while let Some(byte) = bytes.next() {
        let colons = !starts && byte == b':' && bytes.next_if_eq(&b':').is_some();
        let fits = match starts {
            true => byte.is_ascii_uppercase(),
            false => colons || byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !fits {
            return false;
        }
        starts = colons;
    }
    !starts
}

fn is_segment(segment: &str, first: impl Fn(char) -> bool) -> bool {
    segment.starts_with(first) && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
