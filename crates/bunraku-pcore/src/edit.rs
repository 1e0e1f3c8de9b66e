//! A part of a collection that is being changed.

use std::ops::{Deref, DerefMut};

use crate::{Measure, Value};

/// A value inside a collection, to change it in place. The collection's measure is updated when this is dropped.
pub struct Edit<'c> {
    value: &'c mut Value,
    /// The measure of the collection.
    whole: &'c mut Measure,
    /// The measure that the value had.
    before: Measure,
}

impl<'c> Edit<'c> {
    pub(crate) fn new(value: &'c mut Value, whole: &'c mut Measure) -> Edit<'c> {
        let before = value.measure();
        Edit { value, whole, before }
    }
}

impl Deref for Edit<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value
    }
}

impl DerefMut for Edit<'_> {
    fn deref_mut(&mut self) -> &mut Value {
        self.value
    }
}

impl Drop for Edit<'_> {
    fn drop(&mut self) {
        self.whole.remove(self.before);
        self.whole.add(self.value.measure());
    }
}
