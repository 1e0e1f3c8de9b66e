//! Arrays.

use std::cell::{Cell, Ref, RefCell};

use super::{
    Val,
    own::{Own, OwnCell},
    teardown::{drop_values, holds},
    watch::Changed,
};

/// An array. Callers copy elements out of it, so that code may change the array while it is iterated.
pub struct RArray {
    items: RefCell<Vec<Val>>,
    frozen: Cell<bool>,
    pub(super) changed: Changed,
    pub(super) own: OwnCell,
}

impl RArray {
    /// Creates an array.
    pub fn new(items: Vec<Val>) -> RArray {
        RArray {
            items: RefCell::new(items),
            frozen: Cell::new(false),
            changed: Changed::default(),
            own: OwnCell::new(),
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.borrow().len()
    }

    /// Whether the array is empty.
    pub fn is_empty(&self) -> bool {
        self.items.borrow().is_empty()
    }

    /// The element at an index.
    pub fn get(&self, index: usize) -> Option<Val> {
        self.items.borrow().get(index).cloned()
    }

    /// Borrows the elements. No Ruby code may run while the borrow is held.
    pub fn items(&self) -> Ref<'_, Vec<Val>> {
        self.items.borrow()
    }

    /// A copy of the elements.
    pub fn to_vec(&self) -> Vec<Val> {
        self.items.borrow().clone()
    }

    /// Changes the elements. `change` must not run Ruby code.
    pub fn update<T>(&self, change: impl FnOnce(&mut Vec<Val>) -> T) -> T {
        self.changed.note();
        change(&mut self.items.borrow_mut())
    }

    /// The class and instance variables, if it has any beyond those of a plain array.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        self.own.get().map(|own| &**own)
    }

    /// Whether it was changed after its creation.
    pub fn is_changed(&self) -> bool {
        self.changed.get()
    }

    /// Whether it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Makes it immutable, as `freeze` does.
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
    /// Arrays may be nested more deeply than the stack allows, so they are not dropped recursively.
    fn drop(&mut self) {
        let items = std::mem::take(self.items.get_mut());
        if items.iter().any(holds) {
            drop_values(items);
        }
    }
}
