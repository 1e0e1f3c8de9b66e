//! Values of Puppet that Ruby has nothing like: types, sensitive values, versions, times.

use bunraku_pcore::{Type, Value};

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static PUPPET_VALUE: NativeClass = NativeClass::class(
    "PuppetValue",
    "Object",
    &[],
    &[
        method("unwrap", 0, 0, unwrap),
        method("==", 1, 1, |interp, this, args| Ok(Val::Bool(interp.equal(this, &args.get(0))?))),
        method("eql?", 1, 1, |interp, this, args| Ok(Val::Bool(interp.equal(this, &args.get(0))?))),
        method("instance?", 1, 1, is_instance),
        method("title", 0, 0, title),
        method("type", 0, 0, type_name),
        method("type_name", 0, 0, type_name),
    ],
    &[],
);

/// The classes that such values have, with the class that each inherits from.
pub(super) const CLASSES: &[(&str, &str)] = &[
    ("Puppet::Pops::Types::PAnyType", "PuppetValue"),
    ("Puppet::Pops::Types::PArrayType", ANY_TYPE),
    ("Puppet::Pops::Types::PBinaryType", ANY_TYPE),
    ("Puppet::Pops::Types::PBinaryType::Binary", "PuppetValue"),
    ("Puppet::Pops::Types::PBooleanType", ANY_TYPE),
    ("Puppet::Pops::Types::PCallableType", ANY_TYPE),
    ("Puppet::Pops::Types::PCatalogEntryType", ANY_TYPE),
    ("Puppet::Pops::Types::PClassType", ANY_TYPE),
    ("Puppet::Pops::Types::PCollectionType", ANY_TYPE),
    ("Puppet::Pops::Types::PDefaultType", ANY_TYPE),
    ("Puppet::Pops::Types::PEnumType", ANY_TYPE),
    ("Puppet::Pops::Types::PFloatType", ANY_TYPE),
    ("Puppet::Pops::Types::PHashType", ANY_TYPE),
    ("Puppet::Pops::Types::PInitType", ANY_TYPE),
    ("Puppet::Pops::Types::PIntegerType", ANY_TYPE),
    ("Puppet::Pops::Types::PIterableType", ANY_TYPE),
    ("Puppet::Pops::Types::PIteratorType", ANY_TYPE),
    ("Puppet::Pops::Types::PNotUndefType", ANY_TYPE),
    ("Puppet::Pops::Types::PNumericType", ANY_TYPE),
    ("Puppet::Pops::Types::PObjectType", ANY_TYPE),
    ("Puppet::Pops::Types::POptionalType", ANY_TYPE),
    ("Puppet::Pops::Types::PPatternType", ANY_TYPE),
    ("Puppet::Pops::Types::PRegexpType", ANY_TYPE),
    ("Puppet::Pops::Types::PResourceType", ANY_TYPE),
    ("Puppet::Pops::Types::PRuntimeType", ANY_TYPE),
    ("Puppet::Pops::Types::PScalarDataType", ANY_TYPE),
    ("Puppet::Pops::Types::PScalarType", ANY_TYPE),
    ("Puppet::Pops::Types::PSemVerRangeType", ANY_TYPE),
    ("Puppet::Pops::Types::PSemVerType", ANY_TYPE),
    ("Puppet::Pops::Types::PSensitiveType", ANY_TYPE),
    ("Puppet::Pops::Types::PSensitiveType::Sensitive", "PuppetValue"),
    ("Puppet::Pops::Types::PStringType", ANY_TYPE),
    ("Puppet::Pops::Types::PStructType", ANY_TYPE),
    ("Puppet::Pops::Types::PTimespanType", ANY_TYPE),
    ("Puppet::Pops::Types::PTimestampType", ANY_TYPE),
    ("Puppet::Pops::Types::PTupleType", ANY_TYPE),
    ("Puppet::Pops::Types::PTypeAliasType", ANY_TYPE),
    ("Puppet::Pops::Types::PTypeReferenceType", ANY_TYPE),
    ("Puppet::Pops::Types::PTypeSetType", ANY_TYPE),
    ("Puppet::Pops::Types::PTypeType", ANY_TYPE),
    ("Puppet::Pops::Types::PURIType", ANY_TYPE),
    ("Puppet::Pops::Types::PUndefType", ANY_TYPE),
    ("Puppet::Pops::Types::PUnitType", ANY_TYPE),
    ("Puppet::Pops::Types::PVariantType", ANY_TYPE),
    ("Puppet::Pops::Time::Timespan", "PuppetValue"),
    ("Puppet::Pops::Time::Timestamp", "PuppetValue"),
    ("SemanticPuppet::Version", "PuppetValue"),
    ("SemanticPuppet::VersionRange", "PuppetValue"),
];

const ANY_TYPE: &str = "Puppet::Pops::Types::PAnyType";

/// The name of the class of a value.
pub(super) fn class_name(value: &Value) -> String {
    match value {
        Value::Type(Type::Alias(_)) => "Puppet::Pops::Types::PTypeAliasType".to_owned(),
        Value::Type(Type::Object(_) | Type::ObjectExtension(_)) => {
            "Puppet::Pops::Types::PObjectType".to_owned()
        }
        Value::Type(ty) => format!("Puppet::Pops::Types::P{}Type", ty.name()),
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive".to_owned(),
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary".to_owned(),
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan".to_owned(),
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp".to_owned(),
        Value::Version(_) => "SemanticPuppet::Version".to_owned(),
        Value::VersionRange(_) => "SemanticPuppet::VersionRange".to_owned(),
        _ => "PuppetValue".to_owned(),
    }
}

fn unwrap(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Puppet(value) => match &**value {
            Value::Sensitive(sensitive) => {
                let inner = sensitive.unwrap().clone();
                Ok(interp.from_puppet(&inner))
            }
            _ => Ok(this.clone()),
        },
        _ => Ok(this.clone()),
    }
}

fn is_instance(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let value = interp.to_puppet(&args.get(0))?;
    Ok(Val::Bool(match this {
        Val::Puppet(ty) => match &**ty {
            Value::Type(ty) => bunraku_pcore::instance::instance(&bunraku_edition::PUPPET8.types, ty, &value),
            _ => false,
        },
        _ => false,
    }))
}

/// The parts of a reference to a resource: `Type` and `title`, which is empty where it has none.
fn reference(interp: &mut Interp<'_>, this: &Val) -> R<(String, String)> {
    let parts = match this {
        Val::Puppet(value) => match &**value {
            Value::Type(Type::Resource(resource)) => {
                Some((resource.type_name.clone(), resource.title.clone()))
            }
            Value::Type(Type::Class(class)) => Some((Some("Class".into()), class.name.clone())),
            _ => None,
        },
        _ => None,
    };
    match parts {
        Some((name, title)) => {
            Ok((name.unwrap_or_default().to_string(), title.unwrap_or_default().to_string()))
        }
        None => Err(interp.type_error("only a reference to a resource has a type and a title")),
    }
}

fn title(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(interp, this)?.1))
}

fn type_name(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(interp, this)?.0))
}
