//! Remembers which constants were found, until one is set.

use std::{cell::RefCell, rc::Rc};

use bunraku_intern::{FastMap, Symbol};

use crate::{class::RClass, frame::Lexical, value::Val};

/// The constants that were found.
#[derive(Default)]
pub(crate) struct ConstantCache {
    /// Those that code found last, each in the place that its scope and name give.
    recent: RefCell<Vec<Option<Entry>>>,
    /// Classes that Rust code asked for by their full names.
    classes: RefCell<FastMap<String, Rc<RClass>>>,
}

/// The scope is held, so that no other has its address.
struct Entry {
    scope: Rc<Lexical>,
    name: Symbol,
    value: Val,
}

/// The number of places, a power of two.
const PLACES: usize = 64;

impl ConstantCache {
    /// The value of a constant that code in a scope names.
    #[inline]
    pub(crate) fn get(&self, scope: &Rc<Lexical>, name: Symbol) -> Option<Val> {
        match self.recent.borrow().get(place(scope, name)) {
            Some(Some(entry)) if entry.name == name && Rc::ptr_eq(&entry.scope, scope) => {
                Some(entry.value.clone())
            }
            _ => None,
        }
    }

    pub(crate) fn insert(&self, scope: &Rc<Lexical>, name: Symbol, value: Val) {
        let mut places = self.recent.borrow_mut();
        if places.is_empty() {
            places.resize_with(PLACES, || None);
        }
        if let Some(place) = places.get_mut(place(scope, name)) {
            *place = Some(Entry { scope: Rc::clone(scope), name, value });
        }
    }

    /// Forgets everything, because a constant was set or a module included.
    pub(crate) fn clear(&self) {
        drop(self.recent.take());
        self.classes.borrow_mut().clear();
    }

    /// The class of a full name.
    pub(crate) fn class(&self, name: &str) -> Option<Rc<RClass>> {
        self.classes.borrow().get(name).cloned()
    }

    pub(crate) fn insert_class(&self, name: &str, class: &Rc<RClass>) {
        self.classes.borrow_mut().insert(name.to_owned(), Rc::clone(class));
    }
}

fn place(scope: &Rc<Lexical>, name: Symbol) -> usize {
    let address = Rc::as_ptr(scope).addr();
    ((address >> 5) ^ (address >> 11) ^ (name.number() as usize).wrapping_mul(0x9e3b)) & (PLACES - 1)
}
