//! The instance variables of the Ruby objects that Puppet's values are, as `to_yaml` shows them.

use bunraku_pcore::{
    Type, Value,
    types::{Bound, IntRange},
    values::{Identifier, Version},
};
use bunraku_ruby::value::Val;

use super::wrap;
use crate::convert::from_puppet;

/// The instance variables in the order in which Puppet sets them, or `None` for values whose objects are not known here.
pub(super) fn of(value: &Value) -> Option<Vec<(&'static str, Val)>> {
    Some(match value {
        Value::Sensitive(sensitive) => vec![("value", from_puppet(sensitive.unwrap()))],
        Value::Binary(binary) => vec![("binary_buffer", Val::bytes(binary.as_bytes()))],
        Value::Timespan(span) => vec![("nsecs", nanoseconds(span.nanoseconds())?)],
        Value::Timestamp(time) => vec![("nsecs", nanoseconds(time.nanoseconds())?)],
        Value::Version(version) => of_version(version)?,
        Value::Type(ty) => return of_type(ty),
        _ => return None,
    })
}

fn nanoseconds(count: i128) -> Option<Val> {
    i64::try_from(count).ok().map(Val::Int)
}

fn of_version(version: &Version) -> Option<Vec<(&'static str, Val)>> {
    let number = |number: u64| i64::try_from(number).ok().map(Val::Int);
    let identifier = |each: &Identifier| match each {
        Identifier::Number(each) => number(*each),
        Identifier::Text(text) => Some(Val::str(text.as_str())),
    };
    let [major, minor, patch] = version.numbers();
    let prerelease = match version.prerelease() {
        Some(parts) => Val::array(parts.iter().map(identifier).collect::<Option<_>>()?),
        None => Val::Nil,
    };
    let build = version.build().map(|parts| parts.iter().map(|part| Val::str(part.as_str())).collect());
    Some(vec![
        ("major", number(major)?),
        ("minor", number(minor)?),
        ("patch", number(patch)?),
        ("prerelease", prerelease),
        ("build", build.map_or(Val::Nil, Val::array)),
    ])
}

fn of_type(ty: &Type) -> Option<Vec<(&'static str, Val)>> {
    let text =
        |text: &Option<bunraku_pcore::Str>| text.as_ref().map_or(Val::Nil, |text| Val::str(text.as_str()));
    let inner = |ty: Option<&Type>| ty.map_or(Val::Nil, |ty| wrap(Value::Type(ty.clone())));
    Some(match ty {
        Type::Resource(resource) => {
            let lower =
                resource.type_name.as_ref().map_or(Val::Nil, |name| Val::str(name.to_ascii_lowercase()));
            vec![
                ("type_name", text(&resource.type_name)),
                ("title", text(&resource.title)),
                ("downcased_name", lower),
            ]
        }
        Type::Class(class) => vec![("class_name", text(&class.name))],
        Type::Integer(range) => of_range(range.as_deref()),
        Type::String(None) => vec![("size_type_or_value", Val::Nil)],
        Type::Regexp(None) => vec![("pattern", Val::Nil)],
        Type::Boolean(value) => vec![("value", value.map_or(Val::Nil, Val::Bool))],
        Type::Optional(of) | Type::NotUndef(of) | Type::Type(of) => vec![("type", inner(of.as_deref()))],
        Type::Enum(set) => {
            let values = set.values.iter().map(|value| Val::str(value.as_str())).collect();
            vec![("values", Val::array(values)), ("case_insensitive", Val::Bool(set.ignore_case))]
        }
        Type::Any | Type::Undef | Type::Default | Type::Scalar | Type::ScalarData | Type::Binary => {
            Vec::new()
        }
        _ => return None,
    })
}

/// The bounds of an integer type; where there is none, Puppet has an infinite float.
fn of_range(range: Option<&IntRange>) -> Vec<(&'static str, Val)> {
    let bound = |bound: Option<&Bound>, open: f64| {
        bound.map_or(Val::Float(open), |bound| from_puppet(&bound.to_value()))
    };
    let (from, to) = (range.and_then(|range| range.from.as_ref()), range.and_then(|range| range.to.as_ref()));
    vec![("from", bound(from, f64::NEG_INFINITY)), ("to", bound(to, f64::INFINITY))]
}
