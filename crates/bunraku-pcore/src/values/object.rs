//! Instances of object types.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::types::ObjectType;
use crate::{Measure, Str, Value};

/// An instance of an object type: a value for each of its attributes.
///
/// Two instances are equal if their types are, and the values of the attributes that the type names for equality.
#[derive(Clone, Debug)]
pub struct Object(Arc<Instance>);

#[derive(Debug)]
struct Instance {
    object_type: Arc<ObjectType>,
    attributes: Vec<(Str, Value)>,
    measure: Measure,
}

impl Object {
    /// An instance with the given attributes. The others have the default values of the type.
    pub fn new(object_type: Arc<ObjectType>, attributes: Vec<(Str, Value)>) -> Object {
        let measure = Measure::of_all(attributes.iter().map(|(_, value)| value));
        Object(Arc::new(Instance { object_type, attributes, measure }))
    }

    /// The total size of the given attributes, and the depth of the deepest one.
    pub fn measure(&self) -> Measure {
        self.0.measure
    }

    /// The type of which this is an instance.
    pub fn object_type(&self) -> &Arc<ObjectType> {
        &self.0.object_type
    }

    /// An address that is unique for as long as this instance exists.
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The value of an attribute: the given one, or the default value of the type.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let given = self.0.attributes.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        given.or_else(|| self.0.object_type.attribute(name)?.value.as_ref())
    }

    /// The attributes that were given, in the order in which they were given.
    pub fn given(&self) -> &[(Str, Value)] {
        &self.0.attributes
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        let compared = self.0.object_type.equality_attributes();
        let types = self.0.object_type == other.0.object_type
            || self.0.object_type.equality_without_type
                && compared.iter().all(|name| other.0.object_type.attribute(name).is_some());
        types && compared.into_iter().all(|name| self.get(name) == other.get(name))
    }
}

impl Eq for Object {}

impl Hash for Object {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.object_type.equality_without_type {
            self.0.object_type.hash(state);
        }
        for name in self.0.object_type.equality_attributes() {
            self.get(name).hash(state);
        }
    }
}
