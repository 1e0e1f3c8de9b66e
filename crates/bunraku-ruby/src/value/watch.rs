//! Tells a host that code has changed one of its values.

use std::{
    cell::{Cell, OnceCell},
    rc::Rc,
};

use super::Val;

/// A mark that is set as soon as code changes one of the values that are watched with it.
#[derive(Clone, Default)]
pub struct Watch(Rc<Cell<bool>>);

impl Watch {
    /// Whether a value was changed since this was asked last.
    pub fn take(&self) -> bool {
        self.0.take()
    }

    /// Whether a value was changed.
    pub fn is_set(&self) -> bool {
        self.0.get()
    }
}

/// Whether a string, array or hash was changed, and who wants to know.
#[derive(Default)]
pub(super) struct Changed {
    changed: Cell<bool>,
    watch: OnceCell<Watch>,
}

impl Changed {
    pub(super) fn note(&self) {
        self.changed.set(true);
        if let Some(Watch(mark)) = self.watch.get() {
            mark.set(true);
        }
    }

    pub(super) fn get(&self) -> bool {
        self.changed.get()
    }

    pub(super) fn forget(&self) {
        self.changed.set(false);
    }
}

impl Val {
    /// Watches a string, array or hash from now on, as if it had just been created. What is inside it is not watched.
    pub fn watch(&self, watch: &Watch) {
        let changed = match self {
            Val::Str(text) => &text.changed,
            Val::Array(array) => &array.changed,
            Val::Hash(hash) => &hash.changed,
            _ => return,
        };
        changed.forget();
        // A value is watched by one host only, so that a second time changes nothing.
        let _ = changed.watch.set(watch.clone());
    }

    /// Treats a string, array or hash as if it had just been created.
    pub(crate) fn forget_changes(&self) {
        match self {
            Val::Str(text) => text.changed.forget(),
            Val::Array(array) => array.changed.forget(),
            Val::Hash(hash) => hash.changed.forget(),
            _ => {}
        }
    }

    /// Whether it is a string, array or hash that a host watches.
    pub fn is_watched(&self) -> bool {
        match self {
            Val::Str(text) => text.changed.watch.get().is_some(),
            Val::Array(array) => array.changed.watch.get().is_some(),
            Val::Hash(hash) => hash.changed.watch.get().is_some(),
            _ => false,
        }
    }

    /// The address of an array or hash, which no other has while it exists.
    pub fn address(&self) -> Option<usize> {
        match self {
            Val::Array(array) => Some(Rc::as_ptr(array).addr()),
            Val::Hash(hash) => Some(Rc::as_ptr(hash).addr()),
            _ => None,
        }
    }
}
