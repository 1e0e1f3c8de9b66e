//! Classes, modules and methods.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::{Arc, OnceLock};

use bunraku_intern::{Symbol, SymbolMap};

use crate::{
    Args, Interp, R,
    frame::Lexical,
    names::Names,
    tree::DefCode,
    value::{RProc, Val},
};

/// A class, a module, or the singleton class of an object.
pub struct RClass {
    /// The full name, such as `Errno::ENOENT`; empty while nothing names it.
    name: RefCell<String>,
    /// What it is.
    pub kind: ClassKind,
    /// The class that it inherits from.
    superclass: RefCell<Option<Rc<RClass>>>,
    methods: RefCell<SymbolMap<(Method, Visibility)>>,
    /// Methods written in Rust.
    pub natives: Option<&'static NativeClass>,
    /// Included modules, the last included first.
    includes: RefCell<Vec<Rc<RClass>>>,
    prepends: RefCell<Vec<Rc<RClass>>>,
    subclasses: RefCell<Vec<Weak<RClass>>>,
    constants: RefCell<Names>,
    private_constants: RefCell<SymbolMap<()>>,
    variables: RefCell<Names>,
    class_variables: RefCell<Names>,
    /// The class of the class itself, with its own methods.
    meta: RefCell<Option<Rc<RClass>>>,
    /// What new methods are: `private` without arguments changes it.
    pub visibility: Cell<Visibility>,
    /// Whether `module_function` without arguments was called.
    pub module_function: Cell<bool>,
}

/// What an [`RClass`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A class.
    Class,
    /// A module.
    Module,
    /// The class of one object.
    Singleton,
}

/// Who may call a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// Only without a receiver, or on `self`.
    Private,
    /// Only methods of the same class.
    Protected,
}

/// What a method does.
#[derive(Clone)]
pub enum Method {
    /// Written in Ruby.
    Code {
        /// The code.
        code: Arc<DefCode>,
        /// Where constants are looked up.
        lexical: Rc<Lexical>,
    },
    /// Written in Rust.
    Native(&'static NativeMethod),
    /// Run by the host.
    Host(HostMethod),
    /// `attr_reader`.
    Reader(Symbol),
    /// `attr_writer`.
    Writer(Symbol),
    /// `define_method`.
    Proc(Rc<RProc>),
    /// `undef_method`: there is none, whatever is inherited.
    Undefined,
}

/// A method that the [host](crate::Host::call_method) runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostMethod {
    /// The number by which the host knows it.
    pub number: u32,
    /// The least number of arguments.
    pub min: u16,
    /// The largest number of arguments; any number for the largest one.
    pub max: u16,
}

/// A method written in Rust.
pub type Native = fn(&mut Interp<'_>, &Val, &Args) -> R;

/// A method written in Rust, with its name and how many arguments it takes.
pub struct NativeMethod {
    /// The name.
    pub name: &'static str,
    /// The least number of arguments.
    pub min: usize,
    /// The largest number of arguments.
    pub max: usize,
    /// What it does.
    pub run: Native,
}

/// Any number of arguments.
pub const ANY: usize = usize::MAX;

/// A row of a table of methods: name, least and largest number of arguments, function.
pub const fn method(name: &'static str, min: usize, max: usize, run: Native) -> NativeMethod {
    NativeMethod { name, min, max, run }
}

/// A class or module written in Rust: one static a class, in the file of the class.
pub struct NativeClass {
    /// The name, with the modules around it.
    pub name: &'static str,
    /// The class that it inherits from; nothing for a module.
    pub superclass: Option<&'static str>,
    /// The modules that it includes.
    pub includes: &'static [&'static str],
    /// Its methods.
    pub methods: &'static [NativeMethod],
    /// More of its methods: a class with many is written in chapters, each a file with its own table.
    pub chapters: &'static [&'static [NativeMethod]],
    /// The methods of the class itself.
    pub singleton: &'static [NativeMethod],
    /// Sets its constants, when the class is made.
    pub constants: fn(&Rc<RClass>),
    /// The methods by name, made on first use.
    pub table: OnceLock<SymbolMap<&'static NativeMethod>>,
    /// The methods of the class itself by name.
    pub singleton_table: OnceLock<SymbolMap<&'static NativeMethod>>,
}

impl NativeClass {
    /// A class.
    pub const fn class(
        name: &'static str,
        superclass: &'static str,
        includes: &'static [&'static str],
        methods: &'static [NativeMethod],
        singleton: &'static [NativeMethod],
    ) -> NativeClass {
        NativeClass {
            name,
            superclass: Some(superclass),
            includes,
            methods,
            chapters: &[],
            singleton,
            constants: no_constants,
            table: OnceLock::new(),
            singleton_table: OnceLock::new(),
        }
    }

    /// A class whose methods are written in chapters, with constants.
    pub const fn in_chapters(
        name: &'static str,
        superclass: &'static str,
        includes: &'static [&'static str],
        chapters: &'static [&'static [NativeMethod]],
        singleton: &'static [NativeMethod],
        constants: fn(&Rc<RClass>),
    ) -> NativeClass {
        NativeClass {
            name,
            superclass: Some(superclass),
            includes,
            methods: &[],
            chapters,
            singleton,
            constants,
            table: OnceLock::new(),
            singleton_table: OnceLock::new(),
        }
    }

    /// A module.
    pub const fn module(
        name: &'static str,
        methods: &'static [NativeMethod],
        singleton: &'static [NativeMethod],
    ) -> NativeClass {
        NativeClass {
            name,
            superclass: None,
            includes: &[],
            methods,
            chapters: &[],
            singleton,
            constants: no_constants,
            table: OnceLock::new(),
            singleton_table: OnceLock::new(),
        }
    }

    /// A module whose methods are written in chapters, with constants.
    pub const fn module_in_chapters(
        name: &'static str,
        chapters: &'static [&'static [NativeMethod]],
        singleton: &'static [NativeMethod],
        constants: fn(&Rc<RClass>),
    ) -> NativeClass {
        NativeClass {
            name,
            superclass: None,
            includes: &[],
            methods: &[],
            chapters,
            singleton,
            constants,
            table: OnceLock::new(),
            singleton_table: OnceLock::new(),
        }
    }

    /// All its methods, of all chapters.
    pub fn all_methods(&'static self) -> impl Iterator<Item = &'static NativeMethod> {
        self.methods.iter().chain(self.chapters.iter().copied().flatten())
    }

    pub(crate) fn find(&'static self, name: Symbol) -> Option<&'static NativeMethod> {
        let table = self.table.get_or_init(|| by_name(self.all_methods()));
        table.get(&name).copied()
    }

    fn find_singleton(&'static self, name: Symbol) -> Option<&'static NativeMethod> {
        let table = self.singleton_table.get_or_init(|| by_name(self.singleton.iter()));
        table.get(&name).copied()
    }
}

/// Most classes have none.
pub const fn no_constants(_: &Rc<RClass>) {}

fn by_name(methods: impl Iterator<Item = &'static NativeMethod>) -> SymbolMap<&'static NativeMethod> {
    methods.map(|method| (Symbol::new(method.name), method)).collect()
}

impl RClass {
    /// A class or module without methods.
    pub fn new(name: impl Into<String>, kind: ClassKind, superclass: Option<Rc<RClass>>) -> RClass {
        RClass {
            name: RefCell::new(name.into()),
            kind,
            superclass: RefCell::new(superclass),
            methods: RefCell::default(),
            natives: None,
            includes: RefCell::default(),
            prepends: RefCell::default(),
            subclasses: RefCell::default(),
            constants: RefCell::default(),
            private_constants: RefCell::default(),
            variables: RefCell::default(),
            class_variables: RefCell::default(),
            meta: RefCell::default(),
            visibility: Cell::default(),
            module_function: Cell::new(false),
        }
    }

    /// A class written in Rust.
    pub fn native(native: &'static NativeClass, superclass: Option<Rc<RClass>>) -> RClass {
        let kind = if native.superclass.is_some() { ClassKind::Class } else { ClassKind::Module };
        RClass { natives: Some(native), ..RClass::new(native.name, kind, superclass) }
    }

    /// The full name.
    pub fn name(&self) -> String {
        self.name.borrow().clone()
    }

    /// Names it, when it is assigned to a constant.
    pub fn set_name(&self, name: String) {
        *self.name.borrow_mut() = name;
    }

    /// The class that it inherits from.
    pub fn superclass(&self) -> Option<Rc<RClass>> {
        self.superclass.borrow().clone()
    }

    /// Whether it is a module.
    pub fn is_module(&self) -> bool {
        self.kind == ClassKind::Module
    }

    /// Takes over the methods and modules of another class.
    pub(crate) fn take_over(&self, other: &RClass) {
        *self.methods.borrow_mut() = other.methods.borrow().clone();
        *self.includes.borrow_mut() = other.includes.borrow().clone();
        *self.prepends.borrow_mut() = other.prepends.borrow().clone();
    }

    /// Includes a module; one that is there already stays where it is.
    pub fn include(&self, module: &Rc<RClass>) {
        let mut includes = self.includes.borrow_mut();
        if !includes.iter().any(|each| Rc::ptr_eq(each, module)) {
            includes.insert(0, Rc::clone(module));
        }
    }

    /// Puts a module before the class.
    pub fn prepend(&self, module: &Rc<RClass>) {
        let mut prepends = self.prepends.borrow_mut();
        if !prepends.iter().any(|each| Rc::ptr_eq(each, module)) {
            prepends.insert(0, Rc::clone(module));
        }
    }

    /// Defines a method.
    pub fn define(&self, name: Symbol, method: Method, visibility: Visibility) {
        self.methods.borrow_mut().insert(name, (method, visibility));
    }

    /// Takes a method away; whether there was one.
    pub(crate) fn remove(&self, name: Symbol) -> bool {
        self.methods.borrow_mut().remove(&name).is_some()
    }

    /// Notes a class that inherits from this one.
    pub(crate) fn add_subclass(&self, class: &Rc<RClass>) {
        self.subclasses.borrow_mut().push(Rc::downgrade(class));
    }

    /// The classes that inherit from it directly, the last made first.
    pub(crate) fn subclasses(&self) -> Vec<Rc<RClass>> {
        self.subclasses.borrow().iter().rev().filter_map(Weak::upgrade).collect()
    }

    /// Removes a class variable of its own.
    pub(crate) fn remove_class_variable(&self, name: Symbol) -> Option<Val> {
        self.class_variables.borrow_mut().remove(name)
    }

    /// Removes an instance variable of the class itself.
    pub(crate) fn remove_variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow_mut().remove(name)
    }

    /// Its own method of a name, without those that it inherits.
    pub fn own_method(&self, name: Symbol) -> Option<(Method, Visibility)> {
        if let Some(found) = self.methods.borrow().get(&name) {
            return Some(found.clone());
        }
        let native = self.natives?;
        let functions = native.name == "Kernel";
        match self.kind {
            // Functions can be called on the module that has them, too.
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

    /// The names of its own methods, those written in Rust too.
    pub fn own_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.methods.borrow().keys().map(|name| name.as_str()).collect();
        if let Some(native) = self.natives {
            match self.kind {
                ClassKind::Singleton => names.extend(native.singleton.iter().map(|method| method.name)),
                _ => names.extend(native.all_methods().map(|method| method.name)),
            }
        }
        names
    }

    /// The names of the methods that Ruby code gave it.
    pub fn code_names(&self) -> Vec<(Symbol, Visibility)> {
        let methods = self.methods.borrow();
        let mut names: Vec<_> = methods.iter().map(|(name, (_, visibility))| (*name, *visibility)).collect();
        names.sort_by_key(|(name, _)| name.number());
        names
    }

    /// It and all that it inherits from, in the order in which methods are looked for.
    pub fn ancestors(self: &Rc<RClass>) -> Vec<Rc<RClass>> {
        let mut all = Vec::new();
        let mut at = Some(Rc::clone(self));
        while let Some(class) = at {
            class.add_with_modules(&mut all, 0);
            at = class.superclass();
        }
        all
    }

    fn add_with_modules(self: &Rc<RClass>, all: &mut Vec<Rc<RClass>>, depth: usize) {
        if depth > 16 || all.iter().any(|each| Rc::ptr_eq(each, self)) {
            return;
        }
        self.prepends.borrow().iter().for_each(|module| module.add_with_modules(all, depth + 1));
        all.push(Rc::clone(self));
        self.includes.borrow().iter().for_each(|module| module.add_with_modules(all, depth + 1));
    }

    /// Whether it is, inherits from, or includes another.
    pub fn is_a(self: &Rc<RClass>, other: &Rc<RClass>) -> bool {
        self.ancestors().iter().any(|each| Rc::ptr_eq(each, other))
    }

    /// A constant of its own.
    pub fn constant(&self, name: Symbol) -> Option<Val> {
        self.constants.borrow().get(name).cloned()
    }

    /// Sets a constant.
    pub fn set_constant(&self, name: Symbol, value: Val) {
        self.constants.borrow_mut().set(name, value);
    }

    /// The names of its constants.
    pub fn constant_names(&self) -> Vec<Symbol> {
        self.constants.borrow().entries().iter().map(|(name, _)| *name).collect()
    }

    /// Makes a constant one that is read only without its class before it, or not so any more.
    pub(crate) fn set_constant_private(&self, name: Symbol, private: bool) {
        let mut names = self.private_constants.borrow_mut();
        if private {
            names.insert(name, ());
        } else {
            names.remove(&name);
        }
    }

    /// Whether a constant is read only without its class before it.
    pub(crate) fn is_constant_private(&self, name: Symbol) -> bool {
        self.private_constants.borrow().contains_key(&name)
    }

    /// Removes a constant of its own.
    pub fn remove_constant(&self, name: Symbol) -> Option<Val> {
        self.constants.borrow_mut().remove(name)
    }

    /// The names of its own class variables.
    pub fn class_variable_names(&self) -> Vec<Symbol> {
        self.class_variables.borrow().entries().iter().map(|(name, _)| *name).collect()
    }

    /// An instance variable of the class itself.
    pub fn variable(&self, name: Symbol) -> Option<Val> {
        self.variables.borrow().get(name).cloned()
    }

    /// Sets an instance variable of the class itself.
    pub fn set_variable(&self, name: Symbol, value: Val) {
        self.variables.borrow_mut().set(name, value);
    }

    /// The instance variables of the class itself.
    pub fn variables(&self) -> Vec<(Symbol, Val)> {
        self.variables.borrow().entries().to_vec()
    }

    /// A class variable of its own.
    pub fn class_variable(&self, name: Symbol) -> Option<Val> {
        self.class_variables.borrow().get(name).cloned()
    }

    /// Sets a class variable.
    pub fn set_class_variable(&self, name: Symbol, value: Val) {
        self.class_variables.borrow_mut().set(name, value);
    }

    /// The class of the class itself, if something was defined in it.
    pub fn meta(&self) -> Option<Rc<RClass>> {
        self.meta.borrow().clone()
    }

    /// The class of the class itself. Its superclass is left out: whoever looks for methods walks the classes.
    pub fn make_meta(self: &Rc<RClass>) -> Rc<RClass> {
        let mut meta = self.meta.borrow_mut();
        let made = meta.get_or_insert_with(|| {
            let name = format!("#<Class:{}>", self.name());
            let class = RClass { natives: self.natives, ..RClass::new(name, ClassKind::Singleton, None) };
            Rc::new(class)
        });
        Rc::clone(made)
    }
}
