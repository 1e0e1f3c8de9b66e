//! What a lookup needs from the program that makes it: variables, data functions, conversions, a place for warnings.

use std::path::Path;

use bunraku_pcore::{Hash, Value};

use crate::cache::LookupCache;
use crate::config::{Function, FunctionKind};
use crate::error::{ErrorKind, LookupError};
use crate::hiera::Hiera;
use crate::key::Key;

/// The scope in which a lookup is made.
pub trait Scope {
    /// The value of a variable as it is named in an interpolation: `x`, `::x` or `a::x`. `None` if it is not known,
    /// which is not the same as `undef`.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// The name of the class whose code makes the lookup, or from which that code was called.
    fn calling_class(&mut self) -> Option<String> {
        None
    }

    /// Calls a function that reads the data of a level. The error is a message.
    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<Answer, String>;

    /// Makes a new value as `convert_to` asks, like the function `new`. The error is a message.
    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String>;

    /// Tells the user of something that is probably not meant.
    fn warning(&mut self, message: &str) {
        let _ = message;
    }

    /// What to make of variables in data that nothing has set: the setting `strict`.
    fn unknown_variables(&self) -> UnknownVariables {
        UnknownVariables::Error
    }
}

/// What to make of unknown variables in data. In paths they are not an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownVariables {
    /// The lookup fails.
    Error,
    /// They are empty, and the user is told.
    Warning,
    /// They are empty.
    Ignore,
}

/// A call of a data function.
#[derive(Debug)]
pub struct DataCall<'a> {
    /// The function and how it is called.
    pub function: &'a Function,
    /// What is looked up; nothing for a `data_hash`.
    pub key: Option<&'a Key>,
    /// The options of the level, with `path` or `uri` if it has places.
    pub options: Hash,
    /// The module whose data it is, if it is a module's.
    pub module: Option<&'a str>,
    /// What the function's `Puppet::LookupContext` stands for; see [`Hiera::context`].
    pub context: ContextId,
}

impl DataCall<'_> {
    /// The arguments before the context.
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

/// What a data function says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A value.
    Found(Value),
    /// It called `not_found` of its context.
    NotFound,
}

/// What `convert_to` in `lookup_options` asks for.
#[derive(Debug)]
pub struct Conversion<'a> {
    /// The key whose value is converted.
    pub key: &'a str,
    /// The type: its notation as a string.
    pub ty: &'a Value,
    /// The value that was found.
    pub value: Value,
    /// Further arguments for `new`.
    pub arguments: &'a [Value],
}

/// The number of a function's context in a compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContextId(pub(crate) u32);

impl ContextId {
    /// The context with a number that [`ContextId::number`] gave. One that never was does nothing and knows nothing.
    pub fn from_number(number: u32) -> ContextId {
        ContextId(number)
    }

    /// The number, to be kept in a value of the language.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// What a data function may do besides reading: the operations of `Puppet::LookupContext`.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub(crate) hiera: &'a Hiera,
    pub(crate) cache: &'a LookupCache,
    pub(crate) id: ContextId,
}

impl Context<'_> {
    /// The module whose data the function gives.
    pub fn module_name(&self) -> Option<String> {
        self.cache.with_context(self.id, |context| context.module.clone()).flatten()
    }

    /// What was made of a file before in this compilation.
    pub fn cached_file_data(&self, path: &Path) -> Option<Value> {
        self.cache.file_data.borrow().get(path).cloned()
    }

    /// Keeps what was made of a file.
    pub fn cache_file_data(&self, path: &Path, value: Value) {
        self.cache.file_data.borrow_mut().insert(path.to_path_buf(), value);
    }

    /// The content of a file.
    pub fn read_file(&self, path: &Path) -> Result<String, LookupError> {
        crate::data::read_text(self.hiera.files(), path, ErrorKind::InvalidData)
    }

    /// Whether somebody reads explanations.
    pub fn is_explaining(&self) -> bool {
        self.cache.is_tracing()
    }

    /// Returns a value with its interpolations resolved.
    pub fn interpolate(&self, scope: &mut dyn Scope, value: &Value) -> Result<Value, LookupError> {
        self.hiera.interpolate(scope, self.cache, value)
    }

    /// Adds a line to the explanation, if there is one.
    pub fn explain(&self, text: impl FnOnce() -> String) {
        self.cache.note(text);
    }
}

/// A scope with one more variable.
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

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<Answer, String> {
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
