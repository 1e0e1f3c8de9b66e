//! Puppet values without a counterpart in Ruby: types, sensitive values, versions, times.

mod variables;

use std::{
    any::Any,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    rc::Rc,
};

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{Type, Value, format::ruby_text, instance::instance};
use bunraku_ruby::{
    Args, R,
    value::{HostValue, Val},
};

use crate::{
    binding::{ANY, BoundClass, Cx, method},
    convert::from_puppet,
};

pub(crate) static PUPPET_VALUE: BoundClass = BoundClass {
    name: "PuppetValue",
    superclass: Some("Object"),
    methods: &[&[
        method("unwrap", 0, 0, unwrap),
        method("==", 1, 1, equal),
        method("eql?", 1, 1, equal),
        method("instance?", 1, 1, is_instance),
        method("method_missing", 1, ANY, method_missing),
        method("title", 0, 0, title),
        method("type", 0, 0, type_name),
        method("type_name", 0, 0, type_name),
    ]],
    singleton: &[],
};

/// A Puppet value as a Ruby value.
struct Wrapped(Value);

/// Wraps a Puppet value, which Ruby code can pass around and call methods on.
pub(crate) fn wrap(value: Value) -> Val {
    Val::Host(Rc::new(Wrapped(value)))
}

/// The Puppet value that a Ruby value wraps.
pub(crate) fn puppet_value(value: &Val) -> Option<&Value> {
    match value {
        Val::Host(value) => value.as_any().downcast_ref::<Wrapped>().map(|Wrapped(value)| value),
        _ => None,
    }
}

impl HostValue for Wrapped {
    fn class_name(&self) -> String {
        class_name(&self.0)
    }

    fn to_s(&self) -> String {
        ruby_text(&PUPPET8.types, &self.0)
    }

    fn inspect(&self) -> String {
        match self.0 {
            Value::Sensitive(_) => format!("#<{}>", self.to_s()),
            _ => self.to_s(),
        }
    }

    fn equals(&self, other: &dyn HostValue) -> bool {
        other.as_any().downcast_ref::<Wrapped>().is_some_and(|other| self.0 == other.0)
    }

    fn hash(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(&self.0)
    }

    fn variables(&self) -> Option<Vec<(&'static str, Val)>> {
        variables::of(&self.0)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The classes of wrapped values, each with its superclass.
pub(crate) const CLASSES: &[(&str, &str)] = &[
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
    ("Puppet::Pops::Lookup::Context", "PuppetValue"),
    ("SemanticPuppet::Version", "PuppetValue"),
    ("SemanticPuppet::VersionRange", "PuppetValue"),
];

const ANY_TYPE: &str = "Puppet::Pops::Types::PAnyType";

/// The name of the Ruby class of a value.
fn class_name(value: &Value) -> String {
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
        Value::Object(object) if object.object_type().name.as_deref() == Some("Puppet::LookupContext") => {
            "Puppet::Pops::Lookup::Context".to_owned()
        }
        Value::Runtime(object) => object.class().to_owned(),
        _ => "PuppetValue".to_owned(),
    }
}

/// A method that is written in Ruby in a library that has not been loaded, or an attribute of an object.
fn method_missing(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(0))?;
    let library = match puppet_value(this) {
        Some(Value::Version(_) | Value::VersionRange(_)) => "semantic_puppet",
        _ => "puppet",
    };
    cx.ruby().load_library(library)?;
    // An alias behaves like the type that it resolves to.
    let target = match puppet_value(this) {
        Some(Value::Type(Type::Alias(alias))) if !cx.ruby().responds(this, &name) => {
            wrap(Value::Type(alias.resolved().clone()))
        }
        _ => this.clone(),
    };
    if cx.ruby().responds(&target, &name) {
        let list = args.list.iter().skip(1).cloned().collect();
        let args = Args { list, keywords: args.keywords, block: args.block.clone() };
        return cx.ruby().send(&target, Symbol::new(&name), args);
    }
    match puppet_value(this) {
        Some(Value::Object(object)) if object.get(&name).is_some() => {
            Ok(object.get(&name).map_or(Val::Nil, from_puppet))
        }
        _ => Err(cx.ruby().no_method(this, &name, false)),
    }
}

fn unwrap(_: &mut Cx<'_, '_>, this: &Val, _: &Args) -> R {
    Ok(match puppet_value(this) {
        Some(Value::Sensitive(sensitive)) => from_puppet(sensitive.unwrap()),
        _ => this.clone(),
    })
}

fn equal(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(cx.ruby().equal(this, &args.get(0))?))
}

fn is_instance(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    let value = cx.puppet_value_of(&args.get(0))?;
    Ok(Val::Bool(match puppet_value(this) {
        Some(Value::Type(ty)) => instance(&PUPPET8.types, ty, &value),
        _ => false,
    }))
}

/// The parts of a reference to a resource: the type, and the title, which is empty if the reference has none.
fn reference(cx: &mut Cx<'_, '_>, this: &Val) -> R<(String, String)> {
    let parts = match puppet_value(this) {
        Some(Value::Type(Type::Resource(resource))) => {
            Some((resource.type_name.clone(), resource.title.clone()))
        }
        Some(Value::Type(Type::Class(class))) => Some((Some("Class".into()), class.name.clone())),
        _ => None,
    };
    match parts {
        Some((name, title)) => {
            Ok((name.unwrap_or_default().to_string(), title.unwrap_or_default().to_string()))
        }
        None => Err(cx.ruby().type_error("only a resource reference has a type and a title")),
    }
}

fn title(cx: &mut Cx<'_, '_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(cx, this)?.1))
}

fn type_name(cx: &mut Cx<'_, '_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(reference(cx, this)?.0))
}
