//! Arrays.

use std::cell::{Cell, Ref, RefCell};

use super::{
    Val,
    own::{Own, OwnCell},
    teardown::{drop_values, holds},
};

/// An array. It is read by copying elements out, so that code may change it while it is walked.
pub struct RArray {
    items: RefCell<Vec<Val>>,
    frozen: Cell<bool>,
    changed: Cell<bool>,
    pub(super) own: OwnCell,
}

impl RArray {
    /// An array of these elements.
    pub fn new(items: Vec<Val>) -> RArray {
        RArray {
            items: RefCell::new(items),
            frozen: Cell::new(false),
            changed: Cell::new(false),
            own: OwnCell::new(),
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.borrow().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.borrow().is_empty()
    }

    /// The element at a position.
    pub fn get(&self, index: usize) -> Option<Val> {
        self.items.borrow().get(index).cloned()
    }

    /// The elements for reading. Nobody may call code of the program while they are held.
    pub fn items(&self) -> Ref<'_, Vec<Val>> {
        self.items.borrow()
    }

    /// A copy of the elements.
    pub fn to_vec(&self) -> Vec<Val> {
        self.items.borrow().clone()
    }

    /// Changes the elements. `change` must not call code of the program.
    pub fn update<T>(&self, change: impl FnOnce(&mut Vec<Val>) -> T) -> T {
        self.changed.set(true);
        change(&mut self.items.borrow_mut())
    }

    /// The class and variables that it has of its own.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        self.own.get().map(|own| &**own)
    }

    /// Whether it was changed since it was made.
    pub fn is_changed(&self) -> bool {
        self.changed.get()
    }

    /// Whether it must not change.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Forbids changes.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }

    pub(super) fn take_items(&self) -> Vec<Val> {
        let mut items = self.items.take();
        items.extend(self.own().into_iter().flat_map(Own::take_variables));
        items
    }
}

impl Drop for RArray {
    /// Arrays may nest deeper than the stack is.
    fn drop(&mut self) {
        let items = std::mem::take(self.items.get_mut());
        if items.iter().any(holds) {
            drop_values(items);
        }
    }
}
