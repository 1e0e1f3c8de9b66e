//! The binding of the interpreter to Puppet: the classes that it brings, and the way from their methods to the host.

use std::{rc::Rc, sync::Arc, sync::LazyLock};

use bunraku_ruby::{
    Args, Code, Extension, Host, HostClass, Interp, R, RubyError, RubyErrorKind, Run, Unwind, YamlError,
    class::HostMethod, value::Val,
};

use crate::{
    HostError, Level, PuppetHost, convert::from_puppet, library, provided, puppet_host, ruby::Memory, scope,
    template, value,
};

/// The host of the interpreter: it hands on what the interpreter asks, with values of Puppet made values of Ruby.
pub(crate) struct Binding<'h> {
    pub(crate) host: &'h mut (dyn PuppetHost + 'h),
    pub(crate) memory: Rc<Memory>,
}

/// What a method of the binding works with: the run that it is called in, and the host.
pub(crate) struct Cx<'a, 'h> {
    pub(crate) run: &'a mut Run,
    pub(crate) binding: &'a mut Binding<'h>,
}

/// A method of the binding.
pub(crate) type Bound = fn(&mut Cx<'_, '_>, &Val, &Args) -> R;

/// A method with its name and how many arguments it takes.
pub(crate) struct BoundMethod {
    name: &'static str,
    min: u16,
    max: u16,
    run: Bound,
}

/// Any number of arguments.
pub(crate) const ANY: u16 = u16::MAX;

/// A row of a table of methods: name, least and largest number of arguments, function.
pub(crate) const fn method(name: &'static str, min: u16, max: u16, run: Bound) -> BoundMethod {
    BoundMethod { name, min, max, run }
}

/// A class of the binding, or a module where it inherits from nothing: one static a class, in the file of the class.
pub(crate) struct BoundClass {
    pub(crate) name: &'static str,
    pub(crate) superclass: Option<&'static str>,
    /// Its methods, in tables that classes may share.
    pub(crate) methods: &'static [&'static [BoundMethod]],
    /// The methods of the class itself.
    pub(crate) singleton: &'static [BoundMethod],
}

static CLASSES: &[&BoundClass] =
    &[&puppet_host::PUPPET_HOST, &value::PUPPET_VALUE, &scope::SCOPE, &template::TEMPLATE];

/// Classes that have no methods written in Rust: name and superclass.
const PLAIN: &[(&str, &str)] = &[
    ("Puppet::Node", "Object"),
    ("Puppet::Node::Environment", "Object"),
    ("Puppet::Error", "RuntimeError"),
    (PARSE_ERROR, "Puppet::Error"),
    ("Puppet::ParseErrorWithIssue", PARSE_ERROR),
    ("Puppet::PreformattedError", "Puppet::ParseErrorWithIssue"),
    ("Puppet::ResourceError", "Puppet::Error"),
    ("Puppet::DevError", "Puppet::Error"),
    ("Puppet::MissingCommand", "Puppet::Error"),
    ("Puppet::ExecutionFailure", "Puppet::Error"),
];

/// What code may rescue where Puppet fails.
pub(crate) const PARSE_ERROR: &str = "Puppet::ParseError";

/// The extension, and its methods by their numbers.
static TABLES: LazyLock<(Extension, Vec<Bound>)> = LazyLock::new(|| {
    let mut methods = Vec::new();
    let mut number = |method: &BoundMethod| {
        methods.push(method.run);
        let number = methods.len() as u32 - 1;
        (method.name, HostMethod { number, min: method.min, max: method.max })
    };
    let mut classes: Vec<HostClass> = Vec::new();
    for class in CLASSES {
        classes.push(HostClass {
            name: class.name,
            superclass: class.superclass,
            methods: class.methods.iter().copied().flatten().map(&mut number).collect(),
            singleton: class.singleton.iter().map(&mut number).collect(),
        });
    }
    classes.extend(PLAIN.iter().chain(value::CLASSES).map(|(name, superclass)| HostClass {
        name,
        superclass: Some(superclass),
        methods: Vec::new(),
        singleton: Vec::new(),
    }));
    let extension = Extension {
        classes,
        libraries: library::LIBRARIES,
        aliases: library::ALIASES,
        provides: Some(provided::is_provided),
        // The module is there from the start for its exceptions.
        late_modules: &[("Puppet", "puppet")],
        errors_in: Some("Puppet"),
    };
    (extension, methods)
});

/// What Puppet adds to the language.
pub(crate) fn extension() -> &'static Extension {
    &TABLES.0
}

impl Cx<'_, '_> {
    /// The interpreter.
    pub(crate) fn ruby(&mut self) -> Interp<'_> {
        Interp::new(self.run, self.binding)
    }

    /// The compilation.
    pub(crate) fn host(&mut self) -> &mut dyn PuppetHost {
        self.binding.host
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.binding.memory
    }

    /// A failure of the host: an exception, unless no code may rescue it.
    pub(crate) fn host_error(&mut self, error: HostError) -> Box<Unwind> {
        if error.fatal {
            let trace = self.run.places();
            let limit = RubyError::new(RubyErrorKind::Limit, error.message);
            return Box::new(Unwind::Fatal(Box::new(RubyError { trace, host: Some(error.error), ..limit })));
        }
        self.ruby().host_error(PARSE_ERROR, error.message, error.error)
    }
}

impl Host for Binding<'_> {
    fn call_method(&mut self, run: &mut Run, number: u32, this: &Val, args: &Args) -> R {
        match TABLES.1.get(number as usize) {
            Some(method) => method(&mut Cx { run, binding: self }, this, args),
            None => Ok(Val::Nil),
        }
    }

    fn call_block(&mut self, run: &mut Run, number: usize, args: &Args) -> R {
        Cx { run, binding: self }.call_lambda(number, args)
    }

    fn instance_variable(&mut self, run: &mut Run, name: &str) -> Val {
        let mut cx = Cx { run, binding: self };
        cx.host().plain_variable(name).map_or(Val::Nil, |value| cx.shared_from_puppet(&value))
    }

    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        self.host.library(name, beside)
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        self.host.read_file(path)
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        self.host.list_folder(path)
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        self.host.glob(pattern)
    }

    fn read_yaml(&mut self, text: &str) -> Option<Result<Val, YamlError>> {
        let read = self.host.read_yaml(text)?;
        Some(read.map(|value| from_puppet(&value)))
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        self.host.now()
    }

    fn warn(&mut self, message: String) {
        self.host.log(Level::Warning, message);
    }

    fn should_stop(&mut self) -> bool {
        self.host.should_stop()
    }
}
