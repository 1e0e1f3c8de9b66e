//! The definitions of `Object` types and `TypeSet`s.

use std::sync::Arc;

use super::Type;
use crate::{Str, Value};

/// An object type: a name, a parent, attributes and functions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ObjectType {
    /// The name; `None` where it was written without one.
    pub name: Option<Str>,
    /// The type it inherits from.
    pub parent: Option<Type>,
    /// The parameters that can be given in brackets, and what their values must be.
    pub type_parameters: Vec<(Str, Type)>,
    /// The attributes of its own, in order.
    pub attributes: Vec<Attribute>,
    /// The functions of its own, in order.
    pub functions: Vec<ObjectFunction>,
    /// The names of the attributes that decide about equality; `None` is all of them.
    pub equality: Option<Vec<Str>>,
    /// Not used by the language yet; kept as written.
    pub checks: Option<Value>,
    /// The annotations of the type: what instances of these types are made of.
    pub annotations: Vec<(Type, Value)>,
}

/// An attribute of an object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Str,
    /// What its value must be.
    pub ty: Type,
    /// What kind it is, if it is no ordinary one.
    pub kind: Option<AttributeKind>,
    /// The value it has when none is given.
    pub value: Option<Value>,
    /// Whether it must not be overridden.
    pub is_final: bool,
    /// Whether it overrides one of the parent.
    pub overrides: bool,
}

/// A kind of attribute that is not simply given and stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeKind {
    /// The same value for all instances.
    Constant,
    /// Computed, never given.
    Derived,
    /// Computed unless it is given.
    GivenOrDerived,
    /// Refers to another object.
    Reference,
}

/// A function of an object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectFunction {
    /// The name.
    pub name: Str,
    /// Its signature.
    pub ty: Type,
    /// Whether it must not be overridden.
    pub is_final: bool,
    /// Whether it overrides one of the parent.
    pub overrides: bool,
}

/// An object type with values for its type parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectExtension {
    /// The object type.
    pub base: Arc<ObjectType>,
    /// The given parameters and what they must match.
    pub params: Vec<(Str, Value)>,
}

/// A set of types under one name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeSetType {
    /// Its name.
    pub name: Str,
    /// Its version.
    pub version: Str,
    /// Its types.
    pub types: Vec<(Str, Type)>,
}

impl ObjectType {
    /// What it is called in texts.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// The object type it inherits from.
    pub fn parent_object(&self) -> Option<&Arc<ObjectType>> {
        match self.parent.as_ref()?.resolved() {
            Type::Object(parent) => parent.as_ref(),
            _ => None,
        }
    }

    /// An attribute of its own or inherited.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        let mut object = self;
        // A chain of parents is finite, as a type exists before its heirs do.
        loop {
            if let Some(attribute) = object.attributes.iter().find(|attribute| attribute.name == name) {
                return Some(attribute);
            }
            object = object.parent_object()?;
        }
    }

    /// A function of its own or inherited.
    pub fn function(&self, name: &str) -> Option<&ObjectFunction> {
        let mut object = self;
        loop {
            if let Some(function) = object.functions.iter().find(|function| function.name == name) {
                return Some(function);
            }
            object = object.parent_object()?;
        }
    }

    /// All attributes, those of the parents first; one that is overridden keeps its place.
    pub fn all_attributes(&self) -> Vec<&Attribute> {
        let mut all = self.parent_object().map(|parent| parent.all_attributes()).unwrap_or_default();
        for attribute in &self.attributes {
            match all.iter_mut().find(|inherited| inherited.name == attribute.name) {
                Some(inherited) => *inherited = attribute,
                None => all.push(attribute),
            }
        }
        all
    }

    /// The names of the attributes that make two instances equal, those of the parents first.
    pub fn equality_attributes(&self) -> Vec<&Str> {
        let mut all = self.parent_object().map(|parent| parent.equality_attributes()).unwrap_or_default();
        match &self.equality {
            Some(names) => all.extend(names),
            None => {
                let compared = |attribute: &&Attribute| attribute.kind != Some(AttributeKind::Constant);
                all.extend(self.attributes.iter().filter(compared).map(|attribute| &attribute.name));
            }
        }
        all
    }

    /// All type parameters, those of the parents first.
    pub fn all_type_parameters(&self) -> Vec<&(Str, Type)> {
        let mut all = self.parent_object().map(|parent| parent.all_type_parameters()).unwrap_or_default();
        all.extend(&self.type_parameters);
        all
    }
}

impl Attribute {
    /// An ordinary attribute; a value makes it optional.
    pub fn new(name: &str, ty: Type, value: Option<Value>) -> Attribute {
        Attribute { name: name.into(), ty, kind: None, value, is_final: false, overrides: false }
    }
}

impl ObjectFunction {
    /// An ordinary function.
    pub fn new(name: &str, ty: Type) -> ObjectFunction {
        ObjectFunction { name: name.into(), ty, is_final: false, overrides: false }
    }
}

impl AttributeKind {
    /// The kind as it is written in a definition.
    pub fn name(self) -> &'static str {
        match self {
            AttributeKind::Constant => "constant",
            AttributeKind::Derived => "derived",
            AttributeKind::GivenOrDerived => "given_or_derived",
            AttributeKind::Reference => "reference",
        }
    }
}
