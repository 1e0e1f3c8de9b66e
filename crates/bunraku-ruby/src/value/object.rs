//! Objects of classes that have no representation of their own.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use bunraku_intern::Symbol;

use super::{Val, own::Own};
use crate::class::RClass;

/// An object: its class, its instance variables, and what the interpreter keeps in it.
pub struct RObject {
    /// Its class and its instance variables.
    own: Own,
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
    /// An object of a class that `Struct.new` made: its members are variables without `@`.
    Struct,
    /// A value of Rust that a block written in Rust keeps from call to call; it is out while the block runs.
    Rust(RefCell<Option<Box<dyn Any>>>),
    /// An object whose instance variables the [host](crate::Host::instance_variable) knows: each is asked for when code
    /// reads it for the first time.
    Dynamic,
}

impl RObject {
    /// An object of a class.
    pub fn new(class: Rc<RClass>) -> RObject {
        RObject::with_data(class, Data::None)
    }

    /// An object of a class that the interpreter knows.
    pub fn with_data(class: Rc<RClass>, data: Data) -> RObject {
        RObject { own: Own::new(class), data, frozen: Cell::new(false), key: Cell::new(0) }
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

    /// Whether it must not change.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Forbids changes.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }
}

impl Deref for RObject {
    type Target = Own;

    fn deref(&self) -> &Own {
        &self.own
    }
}
