//! The definitions of object types and type sets.

use std::{collections::HashMap, sync::Arc};

use super::Type;
use crate::values::VersionRange;
use crate::{Str, Value};

/// An object type: a name, a parent, attributes and functions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ObjectType {
    /// The name of the type. `None` if it was defined without one.
    pub name: Option<Str>,
    /// The type that it inherits from.
    pub parent: Option<Type>,
    /// The parameters that can be given in brackets, and the types of their values.
    pub type_parameters: Vec<(Str, Type)>,
    /// The attributes that are not inherited, in order.
    pub attributes: Vec<Attribute>,
    /// The functions that are not inherited, in order.
    pub functions: Vec<ObjectFunction>,
    /// The names of the attributes that determine whether two instances are equal. `None` if all of them do.
    pub equality: Option<Vec<Str>>,
    /// Whether an instance may be equal to one of another type that has the same attributes for equality.
    pub equality_without_type: bool,
    /// A part of the definition that Puppet reserves and does not use. It is kept for the notation.
    pub checks: Option<Value>,
    /// The annotations of the type: their types, and hashes with the values of their attributes.
    pub annotations: Vec<(Type, Value)>,
}

/// An attribute of an object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// The name by which it is read, such as `x` in `$point.x`.
    pub name: Str,
    /// The type of its value.
    pub ty: Type,
    /// The kind of a special attribute. `None` if it is an ordinary one.
    pub kind: Option<AttributeKind>,
    /// The default value. An attribute without one must be given.
    pub value: Option<Value>,
    /// Whether types that inherit from this one must not override it.
    pub is_final: bool,
    /// Whether it overrides an attribute of the parent.
    pub overrides: bool,
}

/// A kind of attribute that is not simply given and stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeKind {
    /// The same value for all instances.
    Constant,
    /// Computed, and cannot be given.
    Derived,
    /// Computed unless it is given.
    GivenOrDerived,
    /// Refers to another object.
    Reference,
}

/// A function of an object type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectFunction {
    /// The name by which it is called.
    pub name: Str,
    /// The signature, a `Callable`.
    pub ty: Type,
    /// Whether types that inherit from this one must not override it.
    pub is_final: bool,
    /// Whether it overrides a function of the parent.
    pub overrides: bool,
}

/// An object type with values for its type parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ObjectExtension {
    /// The object type without parameters.
    pub base: Arc<ObjectType>,
    /// The parameters that are given. Attributes of the same names must match their values.
    pub params: Vec<(Str, Value)>,
}

/// A set of types that share a namespace and a version.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeSetType {
    /// The name of the set, which is the namespace of its types.
    pub name: Str,
    /// The version of the set, as it was written.
    pub version: Str,
    /// The types by their names inside the namespace.
    pub types: Vec<(Str, Type)>,
    /// Other sets, whose types this one names.
    pub references: Vec<TypeSetReference>,
}

/// Another set that a type set refers to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeSetReference {
    /// The namespace that its types have inside the set that refers to it.
    pub alias: Str,
    /// The name of the set.
    pub name: Str,
    /// The versions that it may have.
    pub range: VersionRange,
}

impl TypeSetType {
    /// Whether a full name is that of a member.
    pub(crate) fn has(&self, name: &str) -> bool {
        let member = within(name, &self.name);
        member.is_some_and(|member| self.types.iter().any(|(known, _)| known == member))
    }

    /// The name by which the set itself knows a type.
    pub(crate) fn name_inside(&self, name: &str) -> String {
        if let Some(member) = within(name, &self.name).filter(|_| self.has(name)) {
            return member.to_owned();
        }
        let referred = self.references.iter().find_map(|reference| {
            let member = within(name, &reference.name)?;
            Some(format!("{}::{member}", reference.alias))
        });
        referred.unwrap_or_else(|| name.to_owned())
    }
}

/// What a name is within a namespace.
fn within<'n>(name: &'n str, namespace: &str) -> Option<&'n str> {
    name.strip_prefix(namespace)?.strip_prefix("::")
}

impl ObjectType {
    /// The name for messages and notations, also if the type has no name.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// The object type that it inherits from, with aliases resolved.
    pub fn parent_object(&self) -> Option<&Arc<ObjectType>> {
        match self.parent.as_ref()?.resolved() {
            Type::Object(parent) => parent.as_ref(),
            _ => None,
        }
    }

    /// The attribute with a name, which may be inherited.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        let mut object = self;
        // The chain of parents ends, because a type must exist before another one can inherit from it.
        loop {
            if let Some(attribute) = object.attributes.iter().find(|attribute| attribute.name == name) {
                return Some(attribute);
            }
            object = object.parent_object()?;
        }
    }

    /// The function with a name, which may be inherited.
    pub fn function(&self, name: &str) -> Option<&ObjectFunction> {
        let mut object = self;
        loop {
            if let Some(function) = object.functions.iter().find(|function| function.name == name) {
                return Some(function);
            }
            object = object.parent_object()?;
        }
    }

    /// All attributes, those of the parents first. An attribute that overrides another takes its position.
    pub fn all_attributes(&self) -> Vec<&Attribute> {
        let mut all: Vec<&Attribute> = Vec::new();
        let mut positions: HashMap<&str, usize> = HashMap::new();
        for attribute in self.lineage().into_iter().flat_map(|object| &object.attributes) {
            let position = *positions.entry(&attribute.name).or_insert(all.len());
            match all.get_mut(position) {
                Some(inherited) => *inherited = attribute,
                None => all.push(attribute),
            }
        }
        all
    }

    /// The names of the attributes that determine whether two instances are equal, those of the parents first.
    pub fn equality_attributes(&self) -> Vec<&Str> {
        let compared = |attribute: &&Attribute| attribute.kind != Some(AttributeKind::Constant);
        let mut all: Vec<&Str> = Vec::new();
        for object in self.lineage() {
            match &object.equality {
                Some(names) => all.extend(names),
                None => {
                    all.extend(object.attributes.iter().filter(compared).map(|attribute| &attribute.name))
                }
            }
        }
        all
    }

    /// All type parameters, those of the parents first.
    pub fn all_type_parameters(&self) -> Vec<&(Str, Type)> {
        self.lineage().into_iter().flat_map(|object| &object.type_parameters).collect()
    }

    /// The type and those that it inherits from, the first ancestor first.
    fn lineage(&self) -> Vec<&ObjectType> {
        let parents =
            std::iter::successors(Some(self), |object| object.parent_object().map(|parent| &**parent));
        let mut lineage: Vec<&ObjectType> = parents.collect();
        lineage.reverse();
        lineage
    }
}

impl Attribute {
    /// An ordinary attribute. It is optional if it has a value.
    pub fn new(name: &str, ty: Type, value: Option<Value>) -> Attribute {
        Attribute { name: name.into(), ty, kind: None, value, is_final: false, overrides: false }
    }
}

impl ObjectFunction {
    /// A function that is not final and overrides nothing.
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
