//! Sequences that are computed while they are read.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{Type, Value};

/// What the evaluator puts behind an iterator value.
pub trait Iterable: std::fmt::Debug + Send + Sync {
    /// The type of the elements.
    fn element_type(&self) -> Type;

    /// The elements, from the first that nobody has read.
    fn values(&self) -> Box<dyn Iterator<Item = Value> + Send>;

    /// Itself, for whoever made it.
    fn as_any(&self) -> &dyn Any;
}

/// An iterator as a value; equal only to itself.
#[derive(Clone, Debug)]
pub struct Iter(pub Arc<dyn Iterable>);

impl PartialEq for Iter {
    fn eq(&self, other: &Iter) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.0), Arc::as_ptr(&other.0))
    }
}

impl Eq for Iter {}

impl Hash for Iter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).cast::<()>().hash(state);
    }
}
