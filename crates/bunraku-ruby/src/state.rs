//! What Ruby code has set up, which is kept from one run to the next.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bunraku_intern::{FastMap, FastSet, Symbol, SymbolMap};

use crate::{
    class::{Method, RClass, Visibility},
    core::Known,
    extension::Extension,
    key::Keys,
    value::Val,
};

/// What Ruby code has set up in one compilation: classes, constants, global variables. It is kept from one run of code
/// to the next, and shared by runs that are nested in each other: a run may call the embedder, which runs Ruby code in
/// turn. That is why everything in it changes through a shared reference. Nothing borrows a part of it while code runs.
pub struct State {
    /// The classes that Rust code asks for.
    pub known: Known,
    /// What the host adds to the language.
    pub(crate) extension: &'static Extension,
    /// How many steps code has taken. Whoever counts other steps together with these sets it before a run and reads it
    /// afterwards, and does the same the other way round when it is called by Ruby code.
    pub steps: Cell<u64>,
    /// Global variables.
    pub(crate) globals: RefCell<SymbolMap<Val>>,
    /// Libraries that were required.
    pub(crate) required: RefCell<FastSet<String>>,
    /// Methods that were found, by the address of the class and the name.
    pub(crate) cache: RefCell<FastMap<(usize, Symbol), Found>>,
    pub(crate) next_id: Cell<u64>,
    /// Whether a class wants to know about new methods.
    pub(crate) method_hooks: Cell<bool>,
    /// Objects that were keys of hashes.
    pub(crate) keys: RefCell<Keys>,
    /// Regular expressions that code made of strings, because most make the same ones again and again.
    pub(crate) patterns: RefCell<FastMap<(String, bunraku_regexp::Options), Rc<bunraku_regexp::Regexp>>>,
    /// How many runs are going on, nested in each other.
    pub(crate) running: Cell<u32>,
}

/// A method that was found: what it does, who may call it, and the class that has it.
pub(crate) type Found = Option<(Method, Visibility, Rc<RClass>)>;

impl State {
    pub(crate) fn with_classes(known: Known, extension: &'static Extension) -> State {
        State {
            known,
            extension,
            steps: Cell::new(0),
            globals: RefCell::default(),
            required: RefCell::default(),
            cache: RefCell::default(),
            next_id: Cell::new(0),
            method_hooks: Cell::new(false),
            keys: RefCell::default(),
            patterns: RefCell::default(),
            running: Cell::new(0),
        }
    }

    /// A global variable that code has set.
    pub fn global(&self, name: Symbol) -> Option<Val> {
        self.globals.borrow().get(&name).cloned()
    }

    /// Sets a global variable; the value that it had.
    pub fn set_global(&self, name: Symbol, value: Val) -> Option<Val> {
        self.globals.borrow_mut().insert(name, value)
    }

    /// Whether code is running, so that a run that begins now is nested in it.
    pub fn is_running(&self) -> bool {
        self.running.get() > 0
    }
}
