//! What Ruby code has set up, which lasts from one run to the next.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use bunraku_intern::{FastMap, FastSet, Symbol, SymbolMap};
use bunraku_pcore::Str;

use crate::{
    class::RClass,
    constant_cache::ConstantCache,
    core::Known,
    extension::Extension,
    frame::{Context, Lexical},
    key::Keys,
    method_cache::MethodCache,
    prepared::Prepared,
    value::Val,
};

/// What Ruby code has set up: classes, constants and global variables. It lasts from one run to the next. Nested runs
/// share it, because a run may call the host, which may run Ruby code again. For that reason everything in it is
/// changed through a shared reference, and no part of it is borrowed while Ruby code runs.
pub struct State {
    /// The classes that Rust code refers to.
    pub known: Known,
    /// What the host adds to the language.
    pub(crate) extension: &'static Extension,
    /// The number of steps that code has taken. A host that counts its own steps together with these sets it before a
    /// run and reads it after the run. When Ruby code calls the host, it does so in the opposite order.
    pub steps: Cell<u64>,
    pub(crate) globals: RefCell<SymbolMap<Val>>,
    /// The names of the libraries and files that have been required.
    pub(crate) required: RefCell<FastSet<String>>,
    /// The folder that code has changed to.
    pub(crate) folder: RefCell<Option<String>>,
    pub(crate) methods: MethodCache,
    pub(crate) constants: ConstantCache,
    /// The context of frames that no call uses.
    pub(crate) idle: Rc<Context>,
    pub(crate) next_id: Cell<u64>,
    /// Whether a class defines `method_added` or a similar hook.
    pub(crate) method_hooks: Cell<bool>,
    /// Objects that have been used as keys of hashes.
    pub(crate) keys: RefCell<Keys>,
    /// A cache of regular expressions that were made from strings, because code tends to make the same ones repeatedly.
    pub(crate) patterns: RefCell<FastMap<(String, bunraku_regexp::Options), Rc<bunraku_regexp::Regexp>>>,
    /// The generator of random numbers that code shares, once it has drawn one.
    pub(crate) random: RefCell<Option<crate::core::Generator>>,
    /// How many bytes the names take that code has [made](crate::Interp::intern).
    pub(crate) names_made: Cell<usize>,
    /// What the state goes back to when a program ends.
    pub(crate) prepared: OnceCell<Prepared>,
    /// The number of active runs, which are nested in each other.
    pub(crate) running: Cell<u32>,
}

impl Drop for State {
    /// Frees the classes. A server makes a state for each compilation that runs Ruby code.
    fn drop(&mut self) {
        self.prepared.take();
        self.globals.take();
        self.methods.take();
        self.constants.clear();
        RClass::dissolve(&self.known.object);
    }
}

impl State {
    pub(crate) fn with_classes(known: Known, extension: &'static Extension) -> State {
        let object = &known.object;
        let lexical = Lexical { class: Rc::clone(object), definee: Rc::clone(object), parent: None };
        let idle = Rc::new(Context {
            this: Val::Nil,
            method: None,
            args: None,
            block: None,
            id: 0,
            lexical: Rc::new(lexical),
            file: Rc::new(Str::new()),
        });
        State {
            known,
            extension,
            steps: Cell::new(0),
            globals: RefCell::default(),
            required: RefCell::default(),
            folder: RefCell::default(),
            methods: MethodCache::default(),
            constants: ConstantCache::default(),
            idle,
            next_id: Cell::new(0),
            method_hooks: Cell::new(false),
            keys: RefCell::default(),
            patterns: RefCell::default(),
            random: RefCell::default(),
            names_made: Cell::new(0),
            prepared: OnceCell::new(),
            running: Cell::new(0),
        }
    }

    /// The value of a global variable that code has set.
    pub fn global(&self, name: Symbol) -> Option<Val> {
        self.globals.borrow().get(&name).cloned()
    }

    /// Sets a global variable and returns its previous value.
    pub fn set_global(&self, name: Symbol, value: Val) -> Option<Val> {
        self.globals.borrow_mut().insert(name, value)
    }

    /// Whether code is running, so that a new run would be nested in it.
    pub fn is_running(&self) -> bool {
        self.running.get() > 0
    }
}
