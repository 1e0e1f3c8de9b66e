//! Instances of object types, from positional arguments or from a hash.

use std::sync::Arc;

use super::{New, NewError};
use crate::assignable::accepts_undef;
use crate::describe::{Step, describe_value};
use crate::types::{Attribute, AttributeKind, ObjectType, StructElement};
use crate::values::Object;
use crate::{Str, Type, Value};

impl New<'_> {
    /// Creates an object. Arguments are assigned by position, to the required attributes first. If the only argument is
    /// a hash with the attributes by name, it is used for that.
    pub(super) fn object(&self, object: &Arc<ObjectType>, args: &[Value]) -> Result<Value, NewError> {
        if object.name.is_none() {
            return Err(self.arguments("Object", "the type has no name"));
        }
        if let Some(overridden) = hidden_requirement(object) {
            let problem = format!("it overrides `{overridden}`, which a parent requires");
            return Err(self.arguments(object.label(), problem));
        }
        let attributes: Vec<&Attribute> =
            object.all_attributes().into_iter().filter(|a| is_given(a)).collect();
        let named = Type::structure(attributes.iter().map(|attribute| StructElement {
            name: attribute.name.clone(),
            optional: attribute.value.is_some() || accepts_undef(self.rules, &attribute.ty),
            value: attribute.ty.clone(),
        }));
        if let [only @ Value::Hash(hash)] = args
            && crate::instance::instance(self.rules, &named, only)
        {
            let given = attributes.iter().filter_map(|attribute| {
                Some((attribute.name.clone(), hash.get_str(&attribute.name)?.clone()))
            });
            return Ok(Value::Object(Object::new(object.clone(), given.collect())));
        }
        let (required, optional): (Vec<&Attribute>, Vec<&Attribute>) =
            attributes.into_iter().partition(|attribute| attribute.value.is_none());
        let label = object.label();
        if args.len() < required.len() || args.len() > required.len() + optional.len() {
            let expected = match (required.len(), required.len() + optional.len()) {
                (least, most) if least == most => format!("{least} values"),
                (least, most) => format!("{least} to {most} values"),
            };
            return Err(self.arguments(label, format!("expected {expected}, got {}", args.len())));
        }
        let mut given: Vec<(Str, Value)> = Vec::with_capacity(args.len());
        for (attribute, value) in required.into_iter().chain(optional).zip(args) {
            let path = vec![Step::Parameter(attribute.name.clone())];
            let wrong = describe_value(self.rules, path, &attribute.ty, value);
            if let Some(first) = wrong.first() {
                return Err(self.arguments(label, first.text(self.rules)));
            }
            given.push((attribute.name.clone(), value.clone()));
        }
        Ok(Value::Object(Object::new(object.clone(), given)))
    }
}

/// An attribute that a type overrides although its parent requires it: Puppet cannot create such objects.
fn hidden_requirement(object: &ObjectType) -> Option<&Str> {
    let mut types = std::iter::successors(Some(object), |object| object.parent_object().map(Arc::as_ref));
    types.find_map(|object| {
        let parent = object.parent_object()?;
        let own = object.attributes.iter().find(|own| {
            parent
                .attribute(&own.name)
                .is_some_and(|inherited| is_given(inherited) && inherited.value.is_none())
        })?;
        Some(&own.name)
    })
}

/// Whether the value of an attribute is given when an object is created.
fn is_given(attribute: &Attribute) -> bool {
    !matches!(attribute.kind, Some(AttributeKind::Constant | AttributeKind::Derived))
}
