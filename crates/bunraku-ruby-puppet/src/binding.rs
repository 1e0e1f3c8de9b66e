//! Binds the interpreter to Puppet: the classes that it adds, and the calls from their methods to the host.

use std::{path::Path, rc::Rc, sync::LazyLock};

use bunraku_formats::{ErrorKind, yaml};
use bunraku_ruby::{
    Args, Extension, Host, HostClass, Interp, Limit, Outside, PathKind, R, RubyError, RubyErrorKind, Run,
    Unwind, Yaml, YamlError, class::HostMethod, value::Val,
};
use bunraku_world::is_temporary;

use crate::{
    HostError, LogLevel, PuppetHost, compilation, convert::from_puppet, library, provided, puppet_host,
    ruby::Memory, scope, template, value,
};

/// The host of the interpreter. It forwards the questions of the interpreter to the compilation, and converts Puppet
/// values to Ruby values.
pub(crate) struct Binding<'h> {
    pub(crate) host: &'h mut (dyn PuppetHost + 'h),
    pub(crate) memory: Rc<Memory>,
}

/// The context of a method of the binding: the run in which it is called, and the host.
pub(crate) struct Cx<'a, 'h> {
    pub(crate) run: &'a mut Run,
    pub(crate) binding: &'a mut Binding<'h>,
}

/// The Rust function that implements a method of the binding.
pub(crate) type Bound = fn(&mut Cx<'_, '_>, &Val, &Args) -> R;

/// A method of the binding, with its name and arity.
pub(crate) struct BoundMethod {
    name: &'static str,
    min: u16,
    max: u16,
    run: Bound,
}

/// The maximum for methods that take any number of arguments.
pub(crate) const ANY: u16 = u16::MAX;

/// One row of a method table: name, minimum and maximum number of arguments, and implementation.
pub(crate) const fn method(name: &'static str, min: u16, max: u16, run: Bound) -> BoundMethod {
    BoundMethod { name, min, max, run }
}

/// A class of the binding, or a module if it has no superclass. Each is a static in the file that implements it.
pub(crate) struct BoundClass {
    pub(crate) name: &'static str,
    pub(crate) superclass: Option<&'static str>,
    /// The instance methods, in tables that classes may share.
    pub(crate) methods: &'static [&'static [BoundMethod]],
    /// The methods of the class itself.
    pub(crate) singleton: &'static [BoundMethod],
}

static CLASSES: &[&BoundClass] = &[
    &puppet_host::PUPPET_HOST,
    &value::PUPPET_VALUE,
    &scope::SCOPE,
    &template::TEMPLATE,
    &compilation::COMPILER,
    &compilation::RESOURCE,
    &compilation::CATALOG,
    &compilation::NODE,
];

/// Classes without methods written in Rust: name and superclass.
const PLAIN: &[(&str, &str)] = &[
    ("Puppet::Node::Environment", "Object"),
    ("Puppet::Error", "RuntimeError"),
    (PARSE_ERROR, "Puppet::Error"),
    ("Puppet::ParseErrorWithIssue", PARSE_ERROR),
    ("Puppet::PreformattedError", "Puppet::ParseErrorWithIssue"),
    ("Puppet::ResourceError", "Puppet::Error"),
    ("Puppet::DevError", "Puppet::Error"),
    ("Puppet::MissingCommand", "Puppet::Error"),
    ("Puppet::ExecutionFailure", "Puppet::Error"),
    ("Puppet::DataBinding", "Object"),
    (LOOKUP_ERROR, "Puppet::PreformattedError"),
    ("Puppet::DataBinding::RecursiveLookupError", LOOKUP_ERROR),
];

/// The exception that data functions raise.
const LOOKUP_ERROR: &str = "Puppet::DataBinding::LookupError";

/// The exception for a failure of Puppet, which code may rescue.
pub(crate) const PARSE_ERROR: &str = "Puppet::ParseError";

/// The extension, and its methods by number.
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
        // The module exists from the start, because it contains exceptions.
        late_modules: &[("Puppet", "puppet"), ("SemanticPuppet", "semantic_puppet")],
        errors_in: Some("Puppet"),
    };
    (extension, methods)
});

/// The extension that adds Puppet to the language.
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

    /// Converts a failure of the host to an exception, or to a fatal error if code may not rescue it.
    pub(crate) fn host_error(&mut self, error: HostError) -> Box<Unwind> {
        if error.fatal {
            let trace = self.run.places();
            let limit = RubyError::new(RubyErrorKind::Limit(Limit::Host), error.message);
            return Box::new(Unwind::Fatal(Box::new(RubyError { trace, host: Some(error.error), ..limit })));
        }
        self.ruby().host_error(PARSE_ERROR, error.message, error.error)
    }
}

impl Binding<'_> {
    /// What the host answers about a path. Of the folders for temporary files, code sees what it has written itself:
    /// anything else there appears to be missing, unless the host lets code have it.
    fn or_missing<T>(&mut self, path: &str, answer: Option<Result<T, String>>) -> Option<Result<T, String>> {
        if answer.is_none() && is_temporary(Path::new(path)) {
            self.host.denied();
            return Some(Err("no such file".to_owned()));
        }
        answer
    }

    /// The answer to code that writes to a place which the host knows nothing of.
    fn kept_in_memory(&self, path: &str) -> Option<Result<(), String>> {
        self.memory.kept.takes(path).then_some(Ok(()))
    }
}

impl Host for Binding<'_> {
    fn call_method(&mut self, run: &mut Run, number: u32, this: &Val, args: &Args) -> R {
        let Some(method) = TABLES.1.get(number as usize) else { return Ok(Val::Nil) };
        let mut cx = Cx { run, binding: self };
        if !scope::is_top(this) {
            return method(&mut cx, this, args);
        }
        if let Err(error) = cx.host().enter_top_scope() {
            return Err(cx.host_error(error));
        }
        let result = method(&mut cx, this, args);
        cx.host().leave_top_scope();
        result
    }

    fn call_block(&mut self, run: &mut Run, number: usize, args: &Args) -> R {
        Cx { run, binding: self }.call_lambda(number, args)
    }

    fn block_arity(&mut self, number: usize) -> i64 {
        self.host.lambda_arity(number)
    }

    fn instance_variable(&mut self, run: &mut Run, name: &str) -> Val {
        let mut cx = Cx { run, binding: self };
        cx.host().plain_variable(name).map_or(Val::Nil, |value| cx.shared_from_puppet(&value))
    }

    fn read_yaml(&mut self, text: &str, permitted: yaml::Permitted) -> Option<Result<Yaml, YamlError>> {
        Some(match yaml::read_for_ruby(text, permitted) {
            Ok(document) => match document.flaw {
                None => Ok(Yaml { value: from_puppet(&document.value), alias: document.alias }),
                Some(flaw) => Err(YamlError::Disallowed(flaw.message.clone())),
            },
            Err(error) if error.kind == ErrorKind::Data => Err(YamlError::Disallowed(error.message)),
            Err(error) => Err(YamlError::Syntax {
                message: error.message,
                line: error.position.line,
                column: error.position.column,
            }),
        })
    }

    fn warn(&mut self, message: String) {
        self.host.log(LogLevel::Warning, message);
    }
}

impl Outside for Binding<'_> {
    fn beneath(&mut self) -> Option<&mut dyn Outside> {
        Some(self.host)
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        match self.memory.kept.read(path) {
            Some(kept) => Some(kept.ok_or_else(|| "no such file".to_owned())),
            None => {
                let read = self.host.read_file(path);
                self.or_missing(path, read)
            }
        }
    }

    fn known_kind(&mut self, path: &str) -> Option<PathKind> {
        self.memory.kept.kind(path).or_else(|| self.host.known_kind(path))
    }

    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        let written = self.host.keep_file(path, bytes).or_else(|| self.kept_in_memory(path))?;
        if written.is_ok() {
            self.memory.kept.write(path, bytes);
        }
        Some(written)
    }

    fn keep_folder(&mut self, path: &str) -> Option<Result<(), String>> {
        let made = self.host.keep_folder(path).or_else(|| self.kept_in_memory(path)).or_else(|| {
            let is_new =
                self.memory.kept.takes_folder(path) && self.path_kind(path) == Some(PathKind::Missing);
            is_new.then_some(Ok(()))
        })?;
        if made.is_ok() {
            self.memory.kept.make_folder(path);
        }
        Some(made)
    }

    fn remove_file(&mut self, path: &str) -> Option<Result<(), String>> {
        let removed = self.host.remove_file(path).or_else(|| self.kept_in_memory(path))?;
        if removed.is_ok() {
            self.memory.kept.remove(path);
        }
        Some(removed)
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        let others = self.host.list_folder(path);
        let others = self.or_missing(path, others);
        match self.memory.kept.list(path) {
            None => others,
            Some(own) => Some(Ok(self.memory.kept.joined(path, own, others.and_then(Result::ok)))),
        }
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        let others = self.host.glob(pattern).map(Ok);
        let others = self.or_missing(pattern, others)?;
        Some(self.memory.kept.glob(pattern, others.unwrap_or_default()))
    }
}
