//! A class of its own and instance variables: what every object has, and few strings, arrays and hashes.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use bunraku_intern::Symbol;

use super::{Val, teardown::drop_values};
use crate::{class::RClass, names::Names};

/// The class and the instance variables of an object, or of a string, array or hash that is more than that.
pub struct Own {
    /// The class; `extend` gives it one of its own.
    class: RefCell<Rc<RClass>>,
    /// Instance variables.
    variables: RefCell<Names>,
}

/// Where a string, array or hash keeps its [`Own`], which most do not have.
pub(super) type OwnCell = OnceCell<Box<Own>>;

impl Own {
    pub(super) fn new(class: Rc<RClass>) -> Own {
        Own { class: RefCell::new(class), variables: RefCell::default() }
    }

    /// The class, which may be a singleton class.
    pub fn class(&self) -> Rc<RClass> {
        Rc::clone(&self.class.borrow())
    }

    /// Gives it another class.
    pub fn set_class(&self, class: Rc<RClass>) {
        *self.class.borrow_mut() = class;
    }

    /// An instance variable.
    pub fn variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow().get(name).cloned()
    }

    /// Sets an instance variable.
    pub fn set_variable(&self, name: Symbol, value: Val) {
        self.variables.borrow_mut().set(name, value);
    }

    /// Removes an instance variable.
    pub fn remove_variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow_mut().remove(name)
    }

    /// All instance variables in the order in which they were set.
    pub fn variables(&self) -> Vec<(Symbol, Val)> {
        self.variables.borrow().entries().to_vec()
    }

    pub(super) fn take_variables(&self) -> impl Iterator<Item = Val> + use<> {
        self.variables.take().into_values()
    }
}

impl Drop for Own {
    /// Objects may be linked in chains longer than the stack is deep.
    fn drop(&mut self) {
        drop_values(self.take_variables());
    }
}

impl Val {
    /// The class and variables that a string, array or hash has of its own.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        match self {
            Val::Str(text) => text.own(),
            Val::Array(array) => array.own(),
            Val::Hash(hash) => hash.own(),
            _ => None,
        }
    }

    /// Makes a string, array or hash have a class and variables of its own; any other value cannot.
    pub fn make_own(&self, class: impl FnOnce() -> Rc<RClass>) -> Option<&Own> {
        let cell = match self {
            Val::Str(text) => &text.own,
            Val::Array(array) => &array.own,
            Val::Hash(hash) => &hash.own,
            _ => return None,
        };
        Some(cell.get_or_init(|| Box::new(Own::new(class()))))
    }
}
