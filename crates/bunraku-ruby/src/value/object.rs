//! Objects of classes that have no representation of their own.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bunraku_intern::Symbol;

use super::{Val, teardown::drop_values};
use crate::class::RClass;

/// An object: its class, its instance variables, and what the interpreter keeps in it.
pub struct RObject {
    /// Its class; `extend` gives it one of its own.
    class: RefCell<Rc<RClass>>,
    /// Instance variables in the order they were set; most objects have a few.
    variables: RefCell<Vec<(Symbol, Val)>>,
    /// What the interpreter keeps in it.
    pub data: Data,
    frozen: Cell<bool>,
    /// What it is as a key, if it has a `hash` of its own: the same for all that are `eql?`.
    key: Cell<usize>,
}

/// What the interpreter keeps in an object.
#[derive(Default)]
pub enum Data {
    /// Nothing: an ordinary object.
    #[default]
    None,
    /// An exception.
    Exception {
        /// What it says.
        message: RefCell<Val>,
        /// Where it was raised: file and line, innermost first.
        trace: RefCell<Vec<(bunraku_pcore::Str, u32)>>,
        /// The error of the host that it stands for, so that it gets out as it came in.
        host: RefCell<Option<Box<dyn Any + Send + Sync>>>,
    },
    /// A point in time.
    Time {
        /// Seconds since 1970.
        seconds: i64,
        /// Nanoseconds within the second.
        nanos: u32,
        /// Seconds east of Greenwich; nothing is UTC.
        offset: Option<i32>,
    },
    /// An enumerator: a method that is called with a block when somebody wants elements.
    Enumerator {
        /// The receiver.
        receiver: Val,
        /// The method.
        method: Symbol,
        /// Its arguments.
        args: Vec<Val>,
        /// Whether the last of them are keywords.
        keywords: bool,
    },
    /// The scope of Puppet code.
    Scope,
    /// An object of a class that `Struct.new` made: its members are variables without `@`.
    Struct,
    /// A value of Rust that a block written in Rust keeps from call to call; it is out while the block runs.
    Rust(RefCell<Option<Box<dyn Any>>>),
    /// The object that a template renders in: its instance variables are the variables of the scope.
    Template,
}

impl RObject {
    /// An object of a class.
    pub fn new(class: Rc<RClass>) -> RObject {
        RObject::with_data(class, Data::None)
    }

    /// An object of a class that the interpreter knows.
    pub fn with_data(class: Rc<RClass>, data: Data) -> RObject {
        RObject {
            class: RefCell::new(class),
            variables: RefCell::default(),
            data,
            frozen: Cell::new(false),
            key: Cell::new(0),
        }
    }

    /// Its class, which may be a singleton class.
    pub fn class(&self) -> Rc<RClass> {
        Rc::clone(&self.class.borrow())
    }

    /// Gives it another class: its own singleton class.
    pub fn set_class(&self, class: Rc<RClass>) {
        *self.class.borrow_mut() = class;
    }

    /// An instance variable.
    pub fn variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow().iter().find(|(each, _)| *each == name).map(|(_, value)| value.clone())
    }

    /// Sets an instance variable.
    pub fn set_variable(&self, name: Symbol, value: Val) {
        let mut variables = self.variables.borrow_mut();
        match variables.iter_mut().find(|(each, _)| *each == name) {
            Some((_, place)) => *place = value,
            None => variables.push((name, value)),
        }
    }

    /// Removes an instance variable.
    pub fn remove_variable(&self, name: Symbol) -> Option<Val> {
        let mut variables = self.variables.borrow_mut();
        let at = variables.iter().position(|(each, _)| *each == name)?;
        Some(variables.remove(at).1)
    }

    /// What it is as a key of hashes: where it is, or what it was given.
    pub(super) fn key(&self) -> usize {
        match self.key.get() {
            0 => std::ptr::from_ref(self).addr(),
            key => key,
        }
    }

    /// Gives it a number as a key.
    pub(crate) fn set_key(&self, key: usize) {
        self.key.set(key);
    }

    /// All instance variables.
    pub fn variables(&self) -> Vec<(Symbol, Val)> {
        self.variables.borrow().clone()
    }

    /// Whether it must not change.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Forbids changes.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }

    pub(super) fn take_variables(&self) -> Vec<Val> {
        self.variables.take().into_iter().map(|(_, value)| value).collect()
    }
}

impl Drop for RObject {
    /// Objects may be linked in chains longer than the stack is deep.
    fn drop(&mut self) {
        drop_values(std::mem::take(self.variables.get_mut()).into_iter().map(|(_, value)| value));
    }
}
