//! What a host adds to the language: classes whose methods it runs, and libraries written in Ruby.

use crate::class::HostMethod;

/// An addition to the language. It is the same for all runs, so that it is a static of the host.
#[derive(Default)]
pub struct Extension {
    /// Classes and modules; each stands after the one that it inherits from.
    pub classes: Vec<HostClass>,
    /// Libraries beside those of Ruby.
    pub libraries: &'static [Library],
    /// Other names of those libraries: the name that code requires, and the name of the library.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Files that code may require although there is nothing to load: what they define is there without them.
    pub provides: Option<fn(&str) -> bool>,
    /// Modules that are there from the start because of a class in them, with the library that has the rest of them. It
    /// is loaded when code names the module.
    pub late_modules: &'static [(&'static str, &'static str)],
    /// The module whose exceptions are meant for readers who do not know Ruby: their messages stand alone, those of
    /// others say the class.
    pub errors_in: Option<&'static str>,
}

/// A class or module of the host.
pub struct HostClass {
    /// The name, with the modules around it, which are made as needed.
    pub name: &'static str,
    /// The class that it inherits from; nothing for a module.
    pub superclass: Option<&'static str>,
    /// Its methods, which the host runs.
    pub methods: Vec<(&'static str, HostMethod)>,
    /// The methods of the class itself.
    pub singleton: Vec<(&'static str, HostMethod)>,
}

/// A library written in Ruby, which is run when code requires it or names one of its constants.
pub struct Library {
    /// The name that code requires.
    pub name: &'static str,
    /// The constants that bring it in without `require`.
    pub constants: &'static [&'static str],
    /// The code.
    pub source: &'static str,
}

impl Extension {
    /// No addition.
    pub const NONE: Extension = Extension {
        classes: Vec::new(),
        libraries: &[],
        aliases: &[],
        provides: None,
        late_modules: &[],
        errors_in: None,
    };
}
