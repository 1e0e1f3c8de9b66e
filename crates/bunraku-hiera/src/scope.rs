//! What a lookup needs from the calling program: variables, data functions, conversions, warnings.

use std::path::Path;

use bunraku_pcore::{Hash, Value};

use crate::cache::LookupCache;
use crate::config::{Function, FunctionKind};
use crate::error::{ErrorKind, LookupError};
use crate::hiera::Hiera;
use crate::key::Key;

/// The scope in which a lookup is made.
pub trait Scope {
    /// The value of a variable as named in an interpolation: `x`, `::x` or `a::x`. `None` if it is unknown, which is
    /// different from `undef`.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// The name of the class whose code makes the lookup, or from which that code was called.
    fn calling_class(&mut self) -> Option<String> {
        None
    }

    /// Calls a function that reads the data of a level. The error is a message.
    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<DataFunctionResult, String>;

    /// Converts a value as `convert_to` requires, like the function `new`. The error is a message.
    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String>;

    /// Warns the user about a likely mistake.
    fn warning(&mut self, message: &str) {
        let _ = message;
    }

    /// What is known about a variable that is not set, such as the name that a fact has now.
    fn about_variable(&self, _name: &str) -> Option<String> {
        None
    }

    /// How to treat unset variables in data, according to the setting `strict`.
    fn unknown_variables(&self) -> UnknownVariables {
        UnknownVariables::Error
    }
}

/// How to treat unknown variables in data. In paths they are never an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownVariables {
    /// The lookup fails.
    Error,
    /// They are empty, with a warning.
    Warning,
    /// They are empty, without a warning.
    Ignore,
}

/// A call to a data function.
#[derive(Debug)]
pub struct DataCall<'a> {
    /// The function and how it is called.
    pub function: &'a Function,
    /// The key to look up; `None` for a `data_hash` function.
    pub key: Option<&'a Key>,
    /// The options of the level, with `path` or `uri` if it has locations.
    pub options: Hash,
    /// The module that the data belongs to, in the module layer.
    pub module: Option<&'a str>,
    /// The state of the function's `Puppet::LookupContext`; see [`Hiera::context`].
    pub context: ContextId,
}

impl DataCall<'_> {
    /// The arguments that precede the context.
    pub fn arguments(&self) -> Vec<Value> {
        let options = Value::Hash(self.options.clone());
        match (self.function.kind, self.key) {
            (FunctionKind::LookupKey, Some(key)) => vec![Value::Str(key.root.clone()), options],
            (FunctionKind::DataDig, Some(key)) => {
                let segments =
                    std::iter::once(Value::Str(key.root.clone())).chain(key.segments.iter().cloned());
                vec![Value::array(segments), options]
            }
            _ => vec![options],
        }
    }
}

/// The answer of a data function.
#[derive(Debug, Clone, PartialEq)]
pub enum DataFunctionResult {
    /// A value for the key, or all data for a `data_hash` function.
    Found(Value),
    /// It called `not_found` on its context.
    NotFound,
}

/// A conversion requested by `convert_to` in `lookup_options`.
#[derive(Debug)]
pub struct Conversion<'a> {
    /// The key whose value is converted.
    pub key: &'a str,
    /// The type, written as a string.
    pub ty: &'a Value,
    /// The value that was found.
    pub value: Value,
    /// Further arguments for `new`.
    pub arguments: &'a [Value],
}

/// The number of a data function's context in a compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContextId(pub(crate) u32);

impl ContextId {
    /// The context with a number from [`ContextId::number`]. An unknown number has no state.
    pub fn from_number(number: u32) -> ContextId {
        ContextId(number)
    }

    /// The number, for storing it in a value of the language.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The operations of `Puppet::LookupContext` for data functions.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub(crate) hiera: &'a Hiera,
    pub(crate) cache: &'a LookupCache,
    pub(crate) id: ContextId,
}

impl Context<'_> {
    /// The module whose data the function provides.
    pub fn module_name(&self) -> Option<String> {
        self.cache.with_context(self.id, |context| context.module.clone()).flatten()
    }

    /// The value that was cached for a file in this compilation.
    pub fn cached_file_data(&self, path: &Path) -> Option<Value> {
        self.cache.file_data.borrow().get(path).cloned()
    }

    /// Caches a value for a file.
    pub fn cache_file_data(&self, path: &Path, value: Value) {
        self.cache.file_data.borrow_mut().insert(path.to_path_buf(), value);
    }

    /// Reads a file as a string.
    pub fn read_file(&self, path: &Path) -> Result<String, LookupError> {
        crate::data::read_text(self.hiera.files(), path, ErrorKind::InvalidData)
    }

    /// Whether an explanation is being recorded.
    pub fn is_explaining(&self) -> bool {
        self.cache.is_tracing()
    }

    /// Returns a value with its interpolations resolved.
    pub fn interpolate(&self, scope: &mut dyn Scope, value: &Value) -> Result<Value, LookupError> {
        self.hiera.interpolate(scope, self.cache, value)
    }

    /// Adds a line to the explanation, if one is being recorded.
    pub fn explain(&self, text: impl FnOnce() -> String) {
        self.cache.note(text);
    }
}

/// A scope with an additional variable.
pub(crate) struct WithLocal<'a> {
    pub(crate) scope: &'a mut dyn Scope,
    pub(crate) name: &'a str,
    pub(crate) value: Value,
}

impl Scope for WithLocal<'_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        if name == self.name { Some(self.value.clone()) } else { self.scope.variable(name) }
    }

    fn calling_class(&mut self) -> Option<String> {
        self.scope.calling_class()
    }

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<DataFunctionResult, String> {
        self.scope.call_data_function(call)
    }

    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String> {
        self.scope.convert(conversion)
    }

    fn warning(&mut self, message: &str) {
        self.scope.warning(message);
    }

    fn unknown_variables(&self) -> UnknownVariables {
        self.scope.unknown_variables()
    }
}
