//! Classes, modules and methods.

mod named;
mod native;
mod search;

use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashSet;
use std::rc::{Rc, Weak};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bunraku_intern::{Symbol, SymbolMap};
use bunraku_pcore::Str;

use crate::{
    frame::Lexical,
    names::Names,
    tree::{DefCode, Quick},
    value::{RProc, Val},
};

pub(crate) use search::TooMany;

pub use native::{ANY, Native, NativeClass, NativeMethod, method, no_constants};

/// The classes and modules that a class inherits from, as they are found.
#[derive(Default)]
struct Lineage {
    classes: Vec<Rc<RClass>>,
    /// The addresses of all of them, once there are many.
    seen: HashSet<usize>,
}

impl Lineage {
    /// The number of classes among which looking at each is as fast as a set.
    const FEW: usize = 32;

    fn has(&self, class: &Rc<RClass>) -> bool {
        match self.seen.is_empty() {
            true => self.classes.iter().any(|each| Rc::ptr_eq(each, class)),
            false => self.seen.contains(&Rc::as_ptr(class).addr()),
        }
    }

    fn add(&mut self, class: &Rc<RClass>) {
        self.classes.push(Rc::clone(class));
        if self.classes.len() == Lineage::FEW {
            self.seen.extend(self.classes.iter().map(|each| Rc::as_ptr(each).addr()));
        } else if self.classes.len() > Lineage::FEW {
            self.seen.insert(Rc::as_ptr(class).addr());
        }
    }
}

/// Numbers of classes. The result of a lookup is kept by the number of the class, which is not used again when it is freed.
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// How deeply modules may include each other.
const MAX_MODULES: usize = 16;

/// A class, a module, or the singleton class of an object.
pub struct RClass {
    /// Whether this is a class, a module or a singleton class.
    pub kind: ClassKind,
    superclass: RefCell<Option<Rc<RClass>>>,
    /// The description of a class written in Rust, which has its methods.
    pub natives: Option<&'static NativeClass>,
    /// What code can change.
    tables: RefCell<Tables>,
    /// The tables as they were when the class was [prepared](RClass::prepare), once they have changed.
    prepared_tables: RefCell<Option<Box<Tables>>>,
    prepared: Cell<bool>,
    /// Whether methods or modules of a class that was prepared have changed.
    redefined: Cell<bool>,
    /// A number that no other class has.
    pub(crate) number: u64,
    /// Whether a method was looked for in this class, so that the result of a lookup may depend on its methods.
    searched: Cell<bool>,
    /// The visibility of methods that are defined from now on. `private` and the like without arguments change it.
    pub visibility: Cell<Visibility>,
    /// Whether `module_function` without arguments is in force.
    pub module_function: Cell<bool>,
}

/// What code can change of a class.
#[derive(Clone, Default)]
struct Tables {
    /// The full name, such as `Errno::ENOENT`. Empty until the class is assigned to a constant.
    name: String,
    methods: SymbolMap<(Method, Visibility)>,
    /// Included modules, the most recently included first.
    includes: Vec<Rc<RClass>>,
    prepends: Vec<Rc<RClass>>,
    /// Whether code has replaced a method of a class written in Rust that is otherwise evaluated without a lookup.
    patched: bool,
    subclasses: Vec<Weak<RClass>>,
    constants: Names,
    private_constants: SymbolMap<()>,
    variables: Names,
    class_variables: Names,
    /// The singleton class of the class, created when something is defined in it.
    meta: Option<Rc<RClass>>,
}

impl Tables {
    /// The classes and modules that they lead to.
    fn classes(&self) -> impl Iterator<Item = Rc<RClass>> {
        let named = self.constants.entries().iter().filter_map(|(_, value)| match value {
            Val::Class(class) => Some(Rc::clone(class)),
            _ => None,
        });
        let modules = self.includes.iter().chain(&self.prepends).chain(&self.meta).map(Rc::clone);
        named.chain(modules).chain(self.subclasses.iter().filter_map(Weak::upgrade))
    }

    /// The values that code has put there.
    fn values(&self) -> impl Iterator<Item = &Val> {
        let names = [&self.constants, &self.variables, &self.class_variables];
        names.into_iter().flat_map(|names| names.entries()).map(|(_, value)| value)
    }
}

/// Whether an [`RClass`] is a class, a module or a singleton class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class.
    Class,
    /// A module.
    Module,
    /// The singleton class of one object.
    Singleton,
}

/// Who may call a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Any code.
    #[default]
    Public,
    /// Only calls without a receiver, or with `self` as the receiver.
    Private,
    /// Only methods of objects of the same class.
    Protected,
}

/// How a method is implemented.
#[derive(Clone)]
pub enum Method {
    /// Written in Ruby.
    Code {
        /// The parameters and the body.
        code: Arc<DefCode>,
        /// The scope in which the body looks up constants.
        lexical: Rc<Lexical>,
        /// The file that it is in, for messages.
        file: Rc<Str>,
    },
    /// Written in Rust.
    Native(&'static NativeMethod),
    /// Implemented by the host.
    Host(HostMethod),
    /// Defined by `attr_reader`: the instance variable to read.
    Reader(Symbol),
    /// Defined by `attr_writer`: the instance variable to set.
    Writer(Symbol),
    /// Defined by `define_method`.
    Proc(Rc<RProc>),
    /// Another name for a method in Ruby code.
    Alias(Rc<Aliased>),
    /// Removed by `undef_method`. The lookup stops here, even if a superclass has the method.
    Undefined,
}

/// A method as it was when it got another name. `super` in it searches for the first name, after the class that it was found in.
pub struct Aliased {
    /// The name that it was defined with.
    pub name: Symbol,
    /// Where it was found.
    pub owner: Rc<RClass>,
    /// What runs.
    pub method: Method,
}

impl Method {
    /// The method that another name stands for, or the method itself.
    pub fn itself(&self) -> &Method {
        match self {
            Method::Alias(alias) => alias.method.itself(),
            method => method,
        }
    }
}

/// A method that is implemented by the [host](crate::Host::call_method).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostMethod {
    /// The number by which the host identifies the method.
    pub number: u32,
    /// The minimum number of arguments.
    pub min: u16,
    /// The maximum number of arguments. `u16::MAX` means that there is none.
    pub max: u16,
}

impl RClass {
    /// Creates a class or module without methods.
    pub fn new(name: impl Into<String>, kind: ClassKind, superclass: Option<Rc<RClass>>) -> RClass {
        RClass {
            kind,
            superclass: RefCell::new(superclass),
            natives: None,
            tables: RefCell::new(Tables { name: name.into(), ..Tables::default() }),
            prepared_tables: RefCell::default(),
            prepared: Cell::new(false),
            redefined: Cell::new(false),
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            searched: Cell::new(false),
            visibility: Cell::default(),
            module_function: Cell::new(false),
        }
    }

    /// Creates a class that is described by a static.
    pub fn native(native: &'static NativeClass, superclass: Option<Rc<RClass>>) -> RClass {
        let kind = if native.superclass.is_some() { ClassKind::Class } else { ClassKind::Module };
        RClass { natives: Some(native), ..RClass::new(native.name, kind, superclass) }
    }

    /// Empties this class and all that its constants lead to. Classes refer to each other, and to themselves, so that
    /// nothing else would free them.
    pub(crate) fn dissolve(class: &Rc<RClass>) {
        RClass::dissolve_all(vec![Rc::clone(class)], |_| true);
    }

    /// Empties classes, and all that their constants lead to, as far as they are to go.
    fn dissolve_all(mut open: Vec<Rc<RClass>>, goes: impl Fn(&RClass) -> bool) {
        while let Some(class) = open.pop() {
            if !goes(&class) {
                continue;
            }
            let (tables, prepared) = (class.tables.take(), class.prepared_tables.take());
            open.extend(tables.classes().chain(class.superclass.take()));
            drop((tables, prepared));
        }
    }

    /// Notes that the class, and everything that it leads to, is as all programs find it: [`RClass::restore`] brings it
    /// back to this. The classes are added to the list.
    pub(crate) fn prepare(class: &Rc<RClass>, prepared: &mut Vec<Rc<RClass>>) {
        let mut open = vec![Rc::clone(class)];
        while let Some(class) = open.pop() {
            if class.is_prepared() {
                continue;
            }
            if class.kind != ClassKind::Singleton {
                // Looking up a method of the class itself makes one. It has to be there before changes are noted: otherwise
                // each program would get another one, while the methods found in the first are remembered.
                class.make_meta();
            }
            class.prepared.set(true);
            open.extend(class.tables.borrow().classes().chain(class.superclass()));
            class.redefined.set(false);
            prepared.push(class);
        }
    }

    /// The values in constants and variables of this class.
    pub(crate) fn values(&self) -> Vec<Val> {
        self.tables.borrow().values().cloned().collect()
    }

    /// Whether a lookup may have found what has changed in the class since it was prepared, or may not have found it.
    pub(crate) fn misleads(&self) -> bool {
        self.redefined.get() && self.searched.get()
    }

    /// Whether [`RClass::prepare`] has seen the class.
    pub(crate) fn is_prepared(&self) -> bool {
        self.prepared.get()
    }

    /// Whether a method was looked for in this class.
    pub(crate) fn is_searched(&self) -> bool {
        self.searched.get()
    }

    /// Notes that a method was looked for in this class.
    pub(crate) fn note_search(&self) {
        self.searched.set(true);
    }

    /// Brings a class back to how it was when it was prepared, and frees the classes that code has added to it since.
    pub(crate) fn restore(&self) {
        self.visibility.take();
        self.module_function.take();
        self.redefined.take();
        let Some(prepared) = self.prepared_tables.take() else { return };
        let changed = self.tables.replace(*prepared);
        RClass::dissolve_all(changed.classes().collect(), |class| !class.is_prepared());
    }

    /// The tables, to change them.
    fn change(&self) -> RefMut<'_, Tables> {
        if self.prepared.get() && self.prepared_tables.borrow().is_none() {
            let prepared = self.tables.borrow().clone();
            *self.prepared_tables.borrow_mut() = Some(Box::new(prepared));
        }
        self.tables.borrow_mut()
    }

    /// The tables, to change what instances of the class can do.
    fn redefine(&self) -> RefMut<'_, Tables> {
        self.redefined.set(true);
        self.change()
    }

    /// The full name, or an empty string if it has none.
    pub fn name(&self) -> String {
        self.tables.borrow().name.clone()
    }

    /// Sets the name, which happens when the class is first assigned to a constant.
    pub fn set_name(&self, name: String) {
        self.change().name = name;
    }

    /// The class that this one inherits from.
    pub fn superclass(&self) -> Option<Rc<RClass>> {
        self.superclass.borrow().clone()
    }

    /// Whether this is a module, not a class or a singleton class.
    pub fn is_module(&self) -> bool {
        self.kind == ClassKind::Module
    }

    /// Copies the methods and modules of another singleton class, as `clone` of an object does.
    pub(crate) fn take_over(&self, other: &RClass) {
        let other = other.tables.borrow();
        let mut tables = self.redefine();
        tables.methods.clone_from(&other.methods);
        tables.includes.clone_from(&other.includes);
        tables.prepends.clone_from(&other.prepends);
    }

    /// Includes a module. A module that is already included keeps its position.
    pub fn include(&self, module: &Rc<RClass>) {
        let known = self.tables.borrow().includes.iter().any(|each| Rc::ptr_eq(each, module));
        if !known {
            // A lookup that ends in the module never comes to this class.
            self.note_search();
            self.redefine().includes.insert(0, Rc::clone(module));
        }
    }

    /// Prepends a module, so that its methods are found before those of the class.
    pub fn prepend(&self, module: &Rc<RClass>) {
        let known = self.tables.borrow().prepends.iter().any(|each| Rc::ptr_eq(each, module));
        if !known {
            // A lookup that ends in the module never comes to this class.
            self.note_search();
            let mut tables = self.redefine();
            tables.prepends.insert(0, Rc::clone(module));
            tables.patched = true;
        }
    }

    /// Defines or redefines a method.
    pub fn define(&self, name: Symbol, method: Method, visibility: Visibility) {
        let mut tables = self.redefine();
        tables.patched |= self.natives.is_some() && Quick::of(name) != Quick::None;
        tables.methods.insert(name, (method, visibility));
    }

    /// Whether code has replaced a method that is otherwise evaluated without a lookup.
    #[inline]
    pub(crate) fn is_patched(&self) -> bool {
        self.tables.borrow().patched
    }

    /// Removes a method and returns whether it existed.
    pub(crate) fn remove(&self, name: Symbol) -> bool {
        self.redefine().methods.remove(&name).is_some()
    }

    /// Registers a class that inherits directly from this one.
    pub(crate) fn add_subclass(&self, class: &Rc<RClass>) {
        self.change().subclasses.push(Rc::downgrade(class));
    }

    /// The classes that inherit directly from this one, the most recently created first.
    pub(crate) fn subclasses(&self) -> Vec<Rc<RClass>> {
        self.tables.borrow().subclasses.iter().rev().filter_map(Weak::upgrade).collect()
    }

    /// The method with a name that is defined in this class itself. Inherited ones are not searched.
    pub fn own_method(&self, name: Symbol) -> Option<(Method, Visibility)> {
        if let Some(found) = self.tables.borrow().methods.get(&name) {
            return Some(found.clone());
        }
        let native = self.natives?;
        let functions = native.name == "Kernel";
        match self.kind {
            // In Ruby, functions of `Kernel` can also be called on the module, as in `Kernel.format`.
            ClassKind::Singleton if functions => native.find_singleton(name).or_else(|| native.find(name)),
            ClassKind::Singleton => native.find_singleton(name),
            _ => {
                let method = native.find(name)?;
                let private = functions || method.name == "initialize";
                let visibility = if private { Visibility::Private } else { Visibility::Public };
                return Some((Method::Native(method), visibility));
            }
        }
        .map(|method| (Method::Native(method), Visibility::Public))
    }

    /// Whether a method with a name is defined in this class itself.
    pub(crate) fn has_method(&self, name: Symbol) -> bool {
        let known = self.tables.borrow().methods.contains_key(&name);
        known || (self.natives.is_some() && self.own_method(name).is_some())
    }

    /// The names of the methods of this class itself, including those written in Rust.
    pub fn own_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> =
            self.tables.borrow().methods.keys().map(|name| name.as_str()).collect();
        if let Some(native) = self.natives {
            match self.kind {
                ClassKind::Singleton => names.extend(native.singleton.iter().map(|method| method.name)),
                _ => names.extend(native.all_methods().map(|method| method.name)),
            }
        }
        names
    }

    /// The names of the instance methods of this class that are written in Rust and have a visibility.
    pub(crate) fn native_names(&self, wanted: fn(Visibility) -> bool) -> Vec<&'static str> {
        let Some(native) = self.natives.filter(|_| self.kind != ClassKind::Singleton) else {
            return Vec::new();
        };
        let functions = native.name == "Kernel";
        let visible = |method: &&NativeMethod| {
            let private = functions || method.name == "initialize";
            wanted(if private { Visibility::Private } else { Visibility::Public })
        };
        native.all_methods().filter(visible).map(|method| method.name).collect()
    }

    /// The names of the methods that Ruby code defined in this class.
    pub fn code_names(&self) -> Vec<(Symbol, Visibility)> {
        let tables = self.tables.borrow();
        let mut names: Vec<_> =
            tables.methods.iter().map(|(name, (_, visibility))| (*name, *visibility)).collect();
        names.sort_by_key(|(name, _)| name.number());
        names
    }

    /// The class itself and everything it inherits from, in method resolution order.
    pub fn ancestors(self: &Rc<RClass>) -> Vec<Rc<RClass>> {
        let mut all = Lineage::default();
        let mut at = Some(Rc::clone(self));
        while let Some(class) = at {
            class.add_with_modules(&mut all, 0);
            at = class.superclass();
        }
        all.classes
    }

    fn add_with_modules(self: &Rc<RClass>, all: &mut Lineage, depth: usize) {
        if depth > MAX_MODULES || all.has(self) {
            return;
        }
        self.tables.borrow().prepends.iter().for_each(|module| module.add_with_modules(all, depth + 1));
        all.add(self);
        self.tables.borrow().includes.iter().for_each(|module| module.add_with_modules(all, depth + 1));
    }

    /// Whether a constant of this class cannot be one of a module that comes before it.
    pub(crate) fn comes_first(&self) -> bool {
        self.tables.borrow().prepends.is_empty()
    }

    /// The singleton class of this class, if it exists already.
    pub fn meta(&self) -> Option<Rc<RClass>> {
        self.tables.borrow().meta.clone()
    }

    /// The singleton class of this class, created on first use. It has no superclass, because the search for a class
    /// method walks the superclasses of the class instead.
    pub fn make_meta(self: &Rc<RClass>) -> Rc<RClass> {
        if let Some(meta) = self.meta() {
            return meta;
        }
        let name = format!("#<Class:{}>", self.name());
        let meta = Rc::new(RClass { natives: self.natives, ..RClass::new(name, ClassKind::Singleton, None) });
        self.change().meta = Some(Rc::clone(&meta));
        meta
    }
}
