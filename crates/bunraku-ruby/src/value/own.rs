//! The class and instance variables of a single value. All objects have them, but few strings, arrays and hashes do.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use bunraku_intern::Symbol;

use super::{Val, teardown::drop_values};
use crate::{class::RClass, names::Names};

/// The class and the instance variables of an object, or of a string, array or hash that is not a plain one.
pub struct Own {
    /// The class. `extend` and singleton methods replace it by a singleton class.
    class: RefCell<Rc<RClass>>,
    variables: RefCell<Names>,
}

/// Where a string, array or hash keeps its [`Own`]. It is boxed because most do not have one.
pub(super) type OwnCell = OnceCell<Box<Own>>;

impl Own {
    pub(super) fn new(class: Rc<RClass>) -> Own {
        Own { class: RefCell::new(class), variables: RefCell::default() }
    }

    /// The class, which may be a singleton class.
    pub fn class(&self) -> Rc<RClass> {
        Rc::clone(&self.class.borrow())
    }

    /// Does something with the class, which may be a singleton class.
    #[inline]
    pub(crate) fn with_class<T>(&self, work: impl FnOnce(&Rc<RClass>) -> T) -> T {
        work(&self.class.borrow())
    }

    /// Replaces the class.
    pub fn set_class(&self, class: Rc<RClass>) {
        *self.class.borrow_mut() = class;
    }

    /// The value of an instance variable, if it is set.
    pub fn variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow().get(name).cloned()
    }

    /// Sets an instance variable.
    pub fn set_variable(&self, name: Symbol, value: Val) {
        self.variables.borrow_mut().set(name, value);
    }

    /// Removes an instance variable and returns its value.
    pub fn remove_variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow_mut().remove(name)
    }

    /// Whether the instance variables are these, with these objects as their values.
    pub(crate) fn has(&self, variables: &[(Symbol, Val)]) -> bool {
        let names = self.variables.borrow();
        let same = |((a, one), (b, other)): (&(Symbol, Val), &(Symbol, Val))| a == b && one.same(other);
        names.entries().len() == variables.len() && names.entries().iter().zip(variables).all(same)
    }

    /// All instance variables, in the order in which they were set.
    pub fn variables(&self) -> Vec<(Symbol, Val)> {
        self.variables.borrow().entries().to_vec()
    }

    pub(super) fn take_variables(&self) -> impl Iterator<Item = Val> + use<> {
        self.variables.take().into_values()
    }
}

impl Drop for Own {
    /// Objects can form chains longer than the stack is deep, so they are not dropped recursively.
    fn drop(&mut self) {
        drop_values(self.take_variables());
    }
}

impl Val {
    /// The class and variables of a string, array or hash that is not a plain one.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        match self {
            Val::Str(text) => text.own(),
            Val::Array(array) => array.own(),
            Val::Hash(hash) => hash.own(),
            _ => None,
        }
    }

    /// Gives a string, array or hash its own class and variables. Returns `None` for any other value, which cannot have
    /// them.
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
