//! `Object[{...}]` and `TypeSet[{...}]`: types that are defined by a hash.

use std::sync::Arc;

use bunraku_edition::TypeRules;

use super::keys::Keys;
use super::{ConstructError, Problem};
use crate::assignable::assignable;
use crate::instance::instance;
use crate::types::{
    Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeSetReference, TypeSetType,
    annotation,
};
use crate::values::{Version, VersionRange};
use crate::{Hash, Str, Type, Value, infer};

/// An object type from its definition. An empty definition results in `Object` itself.
pub(super) fn object(rules: &TypeRules, keys: &Keys<'_>) -> Result<Type, ConstructError> {
    let Some(Value::Hash(hash)) = keys.get(0) else { return Err(keys.wrong(0, "a hash")) };
    if hash.is_empty() {
        return Ok(Type::Object(None));
    }
    let mut object = ObjectType::default();
    for (key, value) in hash {
        let name = key.as_str().unwrap_or_default();
        match (name, value) {
            ("name", Value::Str(name)) => object.name = Some(name.clone()),
            ("parent", Value::Type(parent)) => object.parent = Some(parent.clone()),
            ("type_parameters", Value::Hash(params)) => {
                for (name, param) in members(params)? {
                    let ty = match param {
                        Value::Type(ty) => ty.clone(),
                        Value::Hash(spec) => member_type(&name, spec)?,
                        _ => return Err(member(&name, "needs a type")),
                    };
                    object.type_parameters.push((name, ty));
                }
            }
            ("attributes", Value::Hash(attributes)) => {
                for (name, spec) in members(attributes)? {
                    object.attributes.push(attribute(rules, &name, spec)?);
                }
            }
            // Constants become attributes, so they come after all attributes, wherever they are in the hash.
            ("constants", Value::Hash(_)) => {}
            ("functions", Value::Hash(functions)) => {
                for (name, spec) in members(functions)? {
                    object.functions.push(function(&name, spec)?);
                }
            }
            ("equality", Value::Str(name)) => object.equality = Some(vec![name.clone()]),
            ("equality", Value::Array(names)) => {
                let names = names.iter().map(|name| name.as_str().map(Str::from));
                object.equality =
                    Some(names.collect::<Option<_>>().ok_or_else(|| member("equality", "lists names"))?);
            }
            ("annotations", Value::Hash(annotations)) => {
                for (ty, attributes) in annotations {
                    let (Value::Type(ty), Value::Hash(_)) = (ty, attributes) else {
                        return Err(member("annotations", "has a Hash for each subtype of Annotation"));
                    };
                    if !matches!(ty, Type::Alias(_) | Type::Reference(_))
                        && !assignable(rules, &Type::Object(Some(annotation())), ty)
                    {
                        return Err(member("annotations", "has types that are not subtypes of Annotation"));
                    }
                    object.annotations.push((ty.clone(), attributes.clone()));
                }
            }
            ("equality_include_type", Value::Bool(include)) => object.equality_without_type = !include,
            ("checks", checks) => object.checks = Some(checks.clone()),
            _ => {
                return Err(member(
                    name,
                    "is not part of the definition of an object type, or has a wrong value",
                ));
            }
        }
    }
    if let Some(Value::Hash(constants)) = hash.get_str("constants") {
        add_constants(rules, &mut object, constants)?;
    }
    check(rules, &object)?;
    Ok(Type::Object(Some(Arc::new(object))))
}

/// A named object type with values for its type parameters, by position or by name.
pub(super) fn extension(
    rules: &TypeRules,
    object: &Arc<ObjectType>,
    keys: &Keys<'_>,
) -> Result<Type, ConstructError> {
    let parameters = object.all_type_parameters();
    let Some((_, first_type)) = parameters.first() else {
        return Err(ConstructError {
            key: None,
            problem: Problem::NoParameters { name: object.label().into() },
        });
    };
    let mut params = Vec::new();
    // A single hash gives the parameters by name, unless it can be the value of the first one.
    let named = match (keys.len(), keys.get(0)) {
        (1, Some(value @ Value::Hash(hash))) if !instance(rules, first_type, value) => Some(hash),
        _ => None,
    };
    if let Some(hash) = named {
        for (name, value) in members(hash)? {
            let known = parameters.iter().find(|(known, _)| *known == name);
            let (_, ty) = known.ok_or_else(|| member(&name, "is not a type parameter"))?;
            if *value != Value::Default {
                params.push((name.clone(), checked(rules, &name, ty, value)?));
            }
        }
    } else {
        for (index, (name, ty)) in parameters.iter().enumerate() {
            match keys.get(index) {
                Some(Value::Default) | None => {}
                Some(value) => params.push((name.clone(), checked(rules, name, ty, value)?)),
            }
        }
    }
    if params.is_empty() {
        keys.arity(1, Some(parameters.len()))?;
        return Err(keys.wrong(0, "a value for a type parameter"));
    }
    Ok(Type::ObjectExtension(Arc::new(ObjectExtension { base: object.clone(), params })))
}

/// A type set from its definition.
pub(super) fn type_set(rules: &TypeRules, keys: &Keys<'_>) -> Result<Type, ConstructError> {
    let Some(Value::Hash(hash)) = keys.get(0) else { return Err(keys.wrong(0, "a hash")) };
    if hash.is_empty() {
        return Ok(Type::TypeSet(None));
    }
    known_keys(
        "the set",
        hash,
        &[
            "pcore_uri",
            "pcore_version",
            "name_authority",
            "name",
            "version",
            "types",
            "references",
            "annotations",
        ],
    )?;
    let string = |name: &str| hash.get_str(name).and_then(Value::as_str).map(Str::from).unwrap_or_default();
    let pcore = Version::parse(&string("pcore_version"));
    let supported = VersionRange::parse("1.x");
    if !pcore.zip(supported).is_some_and(|(version, range)| range.includes(&version)) {
        return Err(member("pcore_version", "is 1.0.0"));
    }
    if hash.get_str("version").is_some() && Version::parse(&string("version")).is_none() {
        return Err(member("version", "is not a version"));
    }
    let mut types = Vec::new();
    match hash.get_str("types") {
        None => {}
        Some(Value::Hash(entries)) if !entries.is_empty() => {
            for (name, ty) in entries {
                let name = type_name(name)?;
                let ty = match ty {
                    Value::Type(ty) => ty.clone(),
                    Value::Hash(_) => {
                        object(rules, &Keys::as_given(rules, "Object", std::slice::from_ref(ty)))?
                    }
                    _ => return Err(member(&name, "is not a type")),
                };
                types.push((name, ty));
            }
        }
        Some(_) => return Err(member("types", "is a hash with at least one type")),
    }
    let references = references(hash)?;
    let (name, version) = (string("name"), string("version"));
    Ok(Type::TypeSet(Some(Arc::new(TypeSetType { name, version, types, references }))))
}

/// The other sets that a set refers to.
fn references(set: &Hash) -> Result<Vec<TypeSetReference>, ConstructError> {
    let entries = match set.get_str("references") {
        None => return Ok(Vec::new()),
        Some(Value::Hash(entries)) if !entries.is_empty() => entries,
        Some(_) => return Err(member("references", "is a hash with at least one reference")),
    };
    let mut references = Vec::new();
    for (alias, reference) in entries {
        let alias = type_name(alias)?;
        let Value::Hash(reference) = reference else { return Err(member(&alias, "is a hash")) };
        known_keys(&alias, reference, &["name", "version_range", "name_authority", "annotations"])?;
        let Some(Value::Str(name)) = reference.get_str("name") else {
            return Err(member(&alias, "needs the name of a TypeSet"));
        };
        let range = match reference.get_str("version_range") {
            Some(Value::Str(text)) => VersionRange::parse(text),
            Some(Value::VersionRange(range)) => Some(range.clone()),
            _ => None,
        };
        let range = range.ok_or_else(|| member(&alias, "needs a version_range"))?;
        references.push(TypeSetReference { alias, name: name.clone(), range });
    }
    Ok(references)
}

/// The name of a type inside a set.
fn type_name(name: &Value) -> Result<Str, ConstructError> {
    let name = name.as_str().unwrap_or("?");
    let word = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !name.starts_with(|first: char| first.is_ascii_uppercase()) || !word(name) {
        return Err(member(name, "is not the name of a type"));
    }
    Ok(name.into())
}

fn members(hash: &Hash) -> Result<Vec<(Str, &Value)>, ConstructError> {
    hash.iter()
        .map(|(name, value)| match name.as_str() {
            Some(name) if is_member_name(name) || name == "[]" => Ok((name.into(), value)),
            name => Err(member(name.unwrap_or("?"), "is not the name of a member")),
        })
        .collect()
}

fn is_member_name(name: &str) -> bool {
    name.starts_with(|char: char| char.is_ascii_lowercase() || char == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn attribute(rules: &TypeRules, name: &Str, spec: &Value) -> Result<Attribute, ConstructError> {
    let hash = match spec {
        Value::Type(ty) => {
            let value = matches!(ty, Type::Optional(_)).then_some(Value::Undef);
            return Ok(Attribute::new(name, ty.clone(), value));
        }
        Value::Hash(hash) => hash,
        _ => return Err(member(name, "needs a type")),
    };
    known_keys(name, hash, &["type", "final", "override", "kind", "value", "annotations"])?;
    let ty = member_type(name, hash)?;
    let kind = match hash.get_str("kind").and_then(Value::as_str) {
        None => None,
        Some("constant") => Some(AttributeKind::Constant),
        Some("derived") => Some(AttributeKind::Derived),
        Some("given_or_derived") => Some(AttributeKind::GivenOrDerived),
        Some("reference") => Some(AttributeKind::Reference),
        Some(_) => return Err(member(name, "has a kind that does not exist")),
    };
    let value = hash.get_str("value").cloned();
    match (kind, &value) {
        (Some(AttributeKind::Derived | AttributeKind::GivenOrDerived), Some(_)) => {
            return Err(member(name, "is derived and cannot have a value"));
        }
        (Some(AttributeKind::Constant), None) => return Err(member(name, "is a constant and needs a value")),
        (_, Some(value)) if *value != Value::Default && !instance(rules, &ty, value) => {
            return Err(member(name, "has a value that its type does not allow"));
        }
        _ => {}
    }
    let flag = |key: &str| matches!(hash.get_str(key), Some(Value::Bool(true)));
    if kind == Some(AttributeKind::Constant) && matches!(hash.get_str("final"), Some(Value::Bool(false))) {
        return Err(member(name, "is a constant, and so is final"));
    }
    let is_final = flag("final") || kind == Some(AttributeKind::Constant);
    Ok(Attribute { name: name.clone(), ty, kind, value, is_final, overrides: flag("override") })
}

fn function(name: &Str, spec: &Value) -> Result<ObjectFunction, ConstructError> {
    let (ty, hash) = match spec {
        Value::Type(ty) => (ty.clone(), None),
        Value::Hash(hash) => {
            known_keys(name, hash, &["type", "final", "override", "annotations"])?;
            (member_type(name, hash)?, Some(hash))
        }
        _ => return Err(member(name, "needs a type")),
    };
    if !ty.is_callable() {
        return Err(member(name, "is a function and needs a Callable as its type"));
    }
    let flag = |key: &str| matches!(hash.and_then(|hash| hash.get_str(key)), Some(Value::Bool(true)));
    Ok(ObjectFunction { name: name.clone(), ty, is_final: flag("final"), overrides: flag("override") })
}

fn add_constants(rules: &TypeRules, object: &mut ObjectType, constants: &Hash) -> Result<(), ConstructError> {
    for (name, value) in members(constants)? {
        if object.attributes.iter().any(|attribute| attribute.name == name) {
            return Err(member(&name, "is both a constant and an attribute"));
        }
        let overrides = object.parent_object().is_some_and(|parent| parent.attribute(&name).is_some());
        object.attributes.push(Attribute {
            ty: infer::generalized(rules, value),
            kind: Some(AttributeKind::Constant),
            value: Some(value.clone()),
            is_final: true,
            overrides,
            name,
        });
    }
    Ok(())
}

fn check(rules: &TypeRules, object: &ObjectType) -> Result<(), ConstructError> {
    for attribute in &object.attributes {
        let inherited = object.parent_object().and_then(|parent| parent.attribute(&attribute.name));
        match inherited {
            None if attribute.overrides => return Err(member(&attribute.name, "overrides nothing")),
            None => {}
            Some(_) if !attribute.overrides => {
                return Err(member(&attribute.name, "hides an inherited attribute without override => true"));
            }
            // Constants are final and may still be overridden, but only by other constants.
            Some(inherited) if inherited.is_final && attribute.kind != Some(AttributeKind::Constant) => {
                return Err(member(&attribute.name, "overrides a final attribute"));
            }
            Some(inherited) if !assignable(rules, &inherited.ty, &attribute.ty) => {
                return Err(member(&attribute.name, "has a type that does not match the inherited one"));
            }
            Some(_) => {}
        }
    }
    for function in &object.functions {
        if object.attributes.iter().any(|attribute| attribute.name == function.name) {
            return Err(member(&function.name, "is both an attribute and a function"));
        }
        let parent = object.parent_object();
        if parent.is_some_and(|parent| parent.attribute(&function.name).is_some()) {
            return Err(member(&function.name, "is a function and hides an inherited attribute"));
        }
        let inherited = parent.and_then(|parent| parent.function(&function.name));
        match inherited {
            None if function.overrides => return Err(member(&function.name, "overrides nothing")),
            Some(_) if !function.overrides => {
                return Err(member(&function.name, "hides an inherited function without override => true"));
            }
            Some(inherited) if inherited.is_final => {
                return Err(member(&function.name, "overrides a final function"));
            }
            Some(inherited) if !assignable(rules, &inherited.ty, &function.ty) => {
                return Err(member(&function.name, "has a type that does not match the inherited one"));
            }
            _ => {}
        }
    }
    let inherited = object.parent_object().map(|parent| parent.equality_attributes()).unwrap_or_default();
    if let Some(name) = object.equality.iter().flatten().find(|name| inherited.contains(name)) {
        return Err(member(name, "is listed in equality, and in the equality of a parent"));
    }
    for name in object.equality.iter().flatten() {
        match object.attribute(name) {
            None => return Err(member(name, "is listed in equality but is not an attribute")),
            Some(attribute) if attribute.kind == Some(AttributeKind::Constant) => {
                return Err(member(name, "is listed in equality but is a constant"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Checks that the definition of a member has no other keys than these.
fn known_keys(name: &str, spec: &Hash, known: &[&str]) -> Result<(), ConstructError> {
    let unknown = spec.keys().find(|key| !key.as_str().is_some_and(|key| known.contains(&key)));
    match unknown {
        Some(key) => Err(member(name, &format!("has an unknown key, '{}'", key.as_str().unwrap_or("?")))),
        None => Ok(()),
    }
}

fn member_type(name: &str, spec: &Hash) -> Result<Type, ConstructError> {
    match spec.get_str("type") {
        Some(Value::Type(ty)) => Ok(ty.clone()),
        _ => Err(member(name, "needs a type")),
    }
}

/// The value of a type parameter. Undef means that the parameter is not given, so it is always accepted.
fn checked(rules: &TypeRules, name: &str, ty: &Type, value: &Value) -> Result<Value, ConstructError> {
    if value.is_undef() || instance(rules, ty, value) {
        Ok(value.clone())
    } else {
        Err(member(name, "has a value that the type parameter does not allow"))
    }
}

/// The error about a member; `problem` is the rest of a sentence that starts with its name.
fn member(member: &str, problem: &str) -> ConstructError {
    let problem = Problem::Member { problem: problem.to_string(), member: member.into() };
    ConstructError { key: Some(0), problem }
}
