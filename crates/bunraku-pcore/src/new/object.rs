//! Instances of object types, from positional arguments or from a hash.

use std::sync::Arc;

use super::{New, NewError};
use crate::describe::{Step, describe_value};
use crate::types::{Attribute, AttributeKind, ObjectType, StructElement};
use crate::values::Object;
use crate::{Str, Type, Value};

impl New<'_> {
    /// Makes an object. Arguments are assigned by position, to the required attributes first. If the only argument is a
    /// hash that has the attributes by name, it is used for that.
    pub(super) fn object(&self, object: &Arc<ObjectType>, args: &[Value]) -> Result<Value, NewError> {
        if object.name.is_none() {
            return Err(self.arguments("Object", "the type has no name"));
        }
        let attributes: Vec<&Attribute> =
            object.all_attributes().into_iter().filter(|a| is_given(a)).collect();
        let named = Type::structure(attributes.iter().map(|attribute| StructElement {
            name: attribute.name.clone(),
            optional: attribute.value.is_some(),
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
            return Err(self.arguments(label, format!("it takes {expected}, got {}", args.len())));
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

/// Whether the value of an attribute is given when an object is made.
fn is_given(attribute: &Attribute) -> bool {
    !matches!(attribute.kind, Some(AttributeKind::Constant | AttributeKind::Derived))
}
