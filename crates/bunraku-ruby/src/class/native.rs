//! Classes and methods that are written in Rust.

use std::rc::Rc;
use std::sync::OnceLock;

use bunraku_intern::{Symbol, SymbolMap};

use crate::{Args, Interp, R, class::RClass, value::Val};

/// The Rust function that implements a method. It takes the receiver and the arguments.
pub type Native = fn(&mut Interp<'_>, &Val, &Args) -> R;

/// A method written in Rust, with its name and arity.
pub struct NativeMethod {
    /// The name of the method.
    pub name: &'static str,
    /// The minimum number of arguments.
    pub min: usize,
    /// The maximum number of arguments, [`ANY`] if there is none.
    pub max: usize,
    /// The implementation.
    pub run: Native,
}

/// The maximum for methods that take any number of arguments.
pub const ANY: usize = usize::MAX;

/// One row of a method table: name, minimum and maximum number of arguments, and implementation.
pub const fn method(name: &'static str, min: usize, max: usize, run: Native) -> NativeMethod {
    NativeMethod { name, min, max, run }
}

/// A class or module written in Rust. Each is a static in the file that implements the class.
pub struct NativeClass {
    /// The full name, including the enclosing modules.
    pub name: &'static str,
    /// The name of the superclass; `None` for a module.
    pub superclass: Option<&'static str>,
    /// The names of the modules that it includes.
    pub includes: &'static [&'static str],
    /// Its instance methods.
    pub methods: &'static [NativeMethod],
    /// Further instance methods. A large class is split into several files, each of which has its own table.
    pub chapters: &'static [&'static [NativeMethod]],
    /// The methods of the class itself.
    pub singleton: &'static [NativeMethod],
    /// Sets the constants of the class when it is created.
    pub constants: fn(&Rc<RClass>),
    /// The instance methods by name, filled on first use.
    pub table: OnceLock<SymbolMap<&'static NativeMethod>>,
    /// The methods of the class itself by name, filled on first use.
    pub singleton_table: OnceLock<SymbolMap<&'static NativeMethod>>,
}

impl NativeClass {
    /// Describes a class without constants.
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

    /// Describes a class with constants and several method tables.
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

    /// Describes a module without constants.
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

    /// Describes a module with constants and several method tables.
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

    /// The instance methods of all tables.
    pub fn all_methods(&'static self) -> impl Iterator<Item = &'static NativeMethod> {
        self.methods.iter().chain(self.chapters.iter().copied().flatten())
    }

    pub(crate) fn find(&'static self, name: Symbol) -> Option<&'static NativeMethod> {
        let table = self.table.get_or_init(|| by_name(self.all_methods()));
        table.get(&name).copied()
    }

    pub(super) fn find_singleton(&'static self, name: Symbol) -> Option<&'static NativeMethod> {
        let table = self.singleton_table.get_or_init(|| by_name(self.singleton.iter()));
        table.get(&name).copied()
    }
}

/// The function for [`NativeClass::constants`] of a class that has none.
pub const fn no_constants(_: &Rc<RClass>) {}

fn by_name(methods: impl Iterator<Item = &'static NativeMethod>) -> SymbolMap<&'static NativeMethod> {
    methods.map(|method| (Symbol::new(method.name), method)).collect()
}
