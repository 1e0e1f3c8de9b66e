//! Objects of classes that do not have their own variant of [`Val`](super::Val).

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use bunraku_intern::Symbol;

use super::{Val, own::Own};
use crate::class::RClass;

/// An object: its class, its instance variables, and internal data for some core classes.
pub struct RObject {
    own: Own,
    /// Internal data of the interpreter.
    pub data: Data,
    frozen: Cell<bool>,
    /// The number that identifies it as a key if its class defines `hash`. It is the same for all objects that are
    /// `eql?`.
    key: Cell<usize>,
}

/// Internal data of an object.
#[derive(Default)]
pub enum Data {
    /// An ordinary object.
    #[default]
    None,
    /// An exception.
    Exception {
        /// The message, which may be any value.
        message: RefCell<Val>,
        /// The call stack when it was raised: file and line, innermost first.
        trace: RefCell<Vec<(bunraku_pcore::Str, u32)>>,
        /// The error of the host that it wraps, which the caller gets back unchanged.
        host: RefCell<Option<Box<dyn Any + Send + Sync>>>,
    },
    /// A point in time.
    Time {
        /// Seconds since 1970.
        seconds: i64,
        /// Nanoseconds within the second.
        nanos: u32,
        /// Seconds east of Greenwich; `None` is UTC.
        offset: Option<i32>,
    },
    /// An enumerator: a method that is called with a block to obtain the elements.
    Enumerator {
        /// The object whose method is called.
        receiver: Val,
        /// The method that yields the elements.
        method: Symbol,
        /// The arguments of the call.
        args: Vec<Val>,
        /// Whether the last argument is a hash of keywords.
        keywords: bool,
    },
    /// An object of a class that was created by `Struct.new`. Its members are stored as variables without `@`.
    Struct,
    /// The state of a block implemented in Rust. It is `None` while the block runs.
    Rust(RefCell<Option<Box<dyn Any>>>),
    /// An object whose instance variables come from the [host](crate::Host::instance_variable), which is asked when
    /// code reads one for the first time.
    Dynamic,
}

impl RObject {
    /// An ordinary object of a class.
    pub fn new(class: Rc<RClass>) -> RObject {
        RObject::with_data(class, Data::None)
    }

    /// An object with internal data.
    pub fn with_data(class: Rc<RClass>, data: Data) -> RObject {
        RObject { own: Own::new(class), data, frozen: Cell::new(false), key: Cell::new(0) }
    }

    /// The number that identifies it as a key of hashes: its address, unless one was assigned.
    pub(super) fn key(&self) -> usize {
        match self.key.get() {
            0 => std::ptr::from_ref(self).addr(),
            key => key,
        }
    }

    /// Assigns the number that identifies it as a key.
    pub(crate) fn set_key(&self, key: usize) {
        self.key.set(key);
    }

    /// Whether it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Makes it immutable, as `freeze` does.
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
