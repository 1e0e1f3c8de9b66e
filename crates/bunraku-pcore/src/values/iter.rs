//! Iterators as values, whose elements are computed on demand.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{Measure, Type, Value};

/// The source of an iterator value. It is implemented in the evaluator, because elements may come from lambdas.
pub trait Iterable: std::fmt::Debug + Send + Sync {
    /// The type of the elements.
    fn element_type(&self) -> Type;

    /// The elements, starting with the first one that has not been read yet.
    fn values(&self) -> Box<dyn Iterator<Item = Value> + Send>;

    /// The size and depth of the value that the elements come from: sequences may be nested.
    fn measure(&self) -> Measure;

    /// The source itself, so that the code that created it can downcast it.
    fn as_any(&self) -> &dyn Any;
}

/// An iterator as a value. It is equal only to itself.
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
