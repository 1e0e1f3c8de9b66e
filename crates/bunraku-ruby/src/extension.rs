//! What a host adds to the language: classes whose methods it implements, and libraries written in Ruby.

use crate::class::HostMethod;

/// An addition to the language. It is the same for all runs, and therefore a static of the host.
#[derive(Default)]
pub struct Extension {
    /// Classes and modules. A class must come after its superclass.
    pub classes: Vec<HostClass>,
    /// Libraries in addition to Ruby's own.
    pub libraries: &'static [Library],
    /// Aliases of these libraries: the name in `require`, and the name of the library.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Whether a name in `require` refers to a file that need not be loaded, because its contents are always defined.
    pub provides: Option<fn(&str) -> bool>,
    /// Modules that exist from the start because they contain a class of the host, each with the library that defines
    /// the rest of it. The library is loaded when code first names the module.
    pub late_modules: &'static [(&'static str, &'static str)],
    /// The module whose exceptions are meant for readers who do not know Ruby. Only the message of such an exception is
    /// shown, whereas other exceptions are shown with their class.
    pub errors_in: Option<&'static str>,
}

/// A class or module of the host.
pub struct HostClass {
    /// The full name. Enclosing modules are created as needed.
    pub name: &'static str,
    /// The name of the superclass; `None` for a module.
    pub superclass: Option<&'static str>,
    /// The instance methods.
    pub methods: Vec<(&'static str, HostMethod)>,
    /// The methods of the class itself.
    pub singleton: Vec<(&'static str, HostMethod)>,
}

/// A library written in Ruby. It runs when code requires it or names one of its constants.
pub struct Library {
    /// The name in `require`.
    pub name: &'static str,
    /// The constants that load the library even without `require`.
    pub constants: &'static [&'static str],
    /// The source code.
    pub source: &'static str,
}

impl Extension {
    /// An extension that adds nothing.
    pub const NONE: Extension = Extension {
        classes: Vec::new(),
        libraries: &[],
        aliases: &[],
        provides: None,
        late_modules: &[],
        errors_in: None,
    };
}
