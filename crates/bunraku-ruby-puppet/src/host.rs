//! The compilation as Ruby code sees it.

use std::{any::Any, sync::Arc};

use bunraku_diag::LogLevel;
use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby::{Code, Outside, RubyError};

use crate::misuse::Misuse;

/// The compilation that Ruby code runs for: the scope of the Puppet code that called it, the catalog, and the
/// [`Outside`] with the files that it may read.
///
/// By default, nothing exists and nothing is allowed. `call_function` and `call_lambda` may run Ruby code again, with a
/// clone of the same [`Ruby`](crate::Ruby).
pub trait PuppetHost: Outside {
    /// The value of a variable of the scope; `None` if it is not set. The name may be qualified.
    ///
    /// # Errors
    /// The variable is not set, and reading it is an error.
    fn variable(&mut self, _name: &str) -> Result<Option<Value>, HostError> {
        Ok(None)
    }

    /// The value of a variable as a template sees it in `@name`: only variables that are visible without qualification
    /// and are not `undef`.
    fn plain_variable(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// The running template writes a line.
    fn writes_line(&mut self, _line: u32) {}

    /// Whether the scope has a variable.
    fn has_variable(&mut self, _name: &str) -> bool {
        false
    }

    /// All variables that are visible in the scope without qualification.
    fn variables(&mut self) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// Sets a variable of the scope.
    ///
    /// # Errors
    /// The variable already has a value, or variables cannot be set.
    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError>;

    /// Replaces the value of a variable of the scope that Ruby code has changed in place: a string, or an array or hash
    /// that was empty. If the variable is a parameter, that of the resource is replaced as well.
    fn changed(&mut self, _name: &str, _value: Value) {}

    /// Replaces arrays and hashes wherever they are held, because Ruby code has changed them in place. A value is
    /// replaced if it has the address of an old one, not if it is equal.
    ///
    /// # Errors
    /// A value may not be changed, such as facts.
    fn replace(&mut self, _pairs: &[(Value, Value)]) -> Result<(), HostError> {
        Ok(())
    }

    /// Enters the top scope: variables, calls and the own resource are those of the top scope until
    /// [`PuppetHost::leave_top_scope`].
    ///
    /// # Errors
    /// Calls are nested too deeply.
    fn enter_top_scope(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// Leaves the top scope.
    fn leave_top_scope(&mut self) {}

    /// Code has defined `lookupdefaults` for the scope: from now on [`Ruby::scope_defaults`](crate::Ruby::scope_defaults)
    /// says which resource defaults apply in it.
    fn defines_defaults(&mut self) {}

    /// A number that identifies the scope.
    fn scope_number(&mut self) -> u64 {
        0
    }

    /// Calls a Puppet function. If `lambda` is true, it receives the lambda that was passed to the running function.
    ///
    /// # Errors
    /// The function failed or does not exist.
    fn call_function(&mut self, name: &str, args: Vec<Value>, lambda: bool) -> Result<Value, HostError>;

    /// Calls a method of a Puppet object, such as the context of a lookup.
    ///
    /// # Errors
    /// The method failed or does not exist.
    fn call_method(&mut self, _object: &Value, name: &str, _args: &[Value]) -> Result<Value, HostError> {
        Err(HostError::new(format!("undefined method `{name}`")))
    }

    /// Adds a note to the explanation of a lookup. Returns whether an explanation is being recorded; without a note, it
    /// does only that.
    fn explain(&mut self, _context: &Value, _note: Option<&str>) -> bool {
        false
    }

    /// Calls a Puppet lambda that was passed to the running function.
    ///
    /// # Errors
    /// The code of the lambda failed.
    fn call_lambda(&mut self, number: usize, args: Vec<Value>) -> Result<Value, HostError>;

    /// How many arguments a lambda takes that was passed to the running function, as Ruby counts: `-n - 1` for one that
    /// needs `n` and takes more.
    fn lambda_arity(&mut self, _number: usize) -> i64 {
        -1
    }

    /// Whether the lambda that was passed to the running function is an instance of a type such as `Callable[2, 2]`.
    fn lambda_fits(&mut self, _callable: &str) -> bool {
        true
    }

    /// The failure of a function in Ruby whose arguments or result do not match, in the words of the host; `None` if it
    /// has none. `message` is what Ruby code that rescues it reads.
    fn misuse(&mut self, _name: &str, _misuse: Misuse<'_>, _message: &str) -> Option<HostError> {
        None
    }

    /// Whether Puppet code can call a function of this name.
    fn has_function(&mut self, _name: &str) -> bool {
        true
    }

    /// Whether there is a function of the Puppet 3 API with this name.
    fn has_legacy_function(&mut self, _name: &str) -> bool {
        false
    }

    /// The code of the function that code calls by this name, if it is one of the current API and written in Ruby.
    fn modern_function(&mut self, _name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// The code of a function of the Puppet 3 API in a module, unless it is written in Rust.
    fn legacy_function(&mut self, _name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// Parses a type in Puppet's notation.
    ///
    /// # Errors
    /// The string is not a type.
    fn parse_type(&mut self, string: &str) -> Result<Type, HostError> {
        Err(HostError::new(format!("unknown type `{string}`")))
    }

    /// A value as plain data, in which values that are not plain data are hashes with a key `__ptype`.
    fn rich_data(&mut self, value: &Value) -> Value {
        value.clone()
    }

    /// The name of the node whose catalog is compiled.
    fn node_name(&mut self) -> Option<Str> {
        None
    }

    /// The name of the environment.
    fn environment_name(&mut self) -> Option<Str> {
        None
    }

    /// The value of a Puppet setting.
    fn setting(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// The facts of the node.
    fn facts(&mut self) -> Option<Value> {
        None
    }

    /// The file and the line, counted from 1, of the Puppet code that called the Ruby code.
    fn place(&mut self) -> Option<(Str, u32)> {
        None
    }

    /// The names of the classes in the catalog.
    fn classes(&mut self) -> Vec<Str> {
        Vec::new()
    }

    /// The tags of the catalog.
    fn tags(&mut self) -> Vec<Str> {
        Vec::new()
    }

    /// References to the resources in the catalog.
    fn resources(&mut self) -> Vec<Type> {
        Vec::new()
    }

    /// A reference to the class or resource whose code is running.
    fn own_resource(&mut self) -> Option<Type> {
        None
    }

    /// A reference to a resource, if it is in the catalog.
    fn find_resource(&mut self, _type_name: &str, _title: &str) -> Option<Type> {
        None
    }

    /// The value of a parameter of a resource in the catalog, or its `title`.
    fn parameter(&mut self, _reference: &Type, _name: &str) -> Option<Value> {
        None
    }

    /// The parameters of a resource in the catalog, in its order.
    fn parameters(&mut self, _reference: &Type) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// Sets a parameter of a resource in the catalog.
    fn set_parameter(&mut self, _reference: &Type, _name: &str, _value: Value) {}

    /// Where the class or defined type is defined whose code is running: the file and the line.
    fn definition_place(&mut self) -> Option<(Str, u32)> {
        None
    }

    /// Adds a resource without attributes to the catalog, contained in what the running code belongs to, or in nothing.
    fn add_resource(&mut self, type_name: &str, _title: &str, _contained: bool) -> Result<(), HostError> {
        Err(HostError::new(format!("cannot create a `{type_name}` here: no catalog is being compiled")))
    }

    /// Takes a resource out of the catalog.
    fn remove_resource(&mut self, _reference: &Type) {}

    /// Whether a resource in the catalog is virtual.
    fn is_virtual(&mut self, _reference: &Type) -> bool {
        false
    }

    /// The attribute whose value is the title of a resource.
    fn namevar(&mut self, _reference: &Type) -> Str {
        Str::from("name")
    }

    /// The tags of a resource in the catalog.
    fn resource_tags(&mut self, _reference: &Type) -> Vec<Str> {
        Vec::new()
    }

    /// The file and the line where a resource of the catalog is declared.
    fn resource_place(&mut self, _reference: &Type) -> Option<(Str, u32)> {
        None
    }

    /// The resource defaults that apply to a type in the scope.
    fn resource_defaults(&mut self, _type_name: &str) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// The capitalized name of a resource type, as in references; `None` if it does not exist.
    fn resource_type(&mut self, _name: &str) -> Option<Str> {
        None
    }

    /// Writes a message to the log.
    fn log(&mut self, level: LogLevel, message: String);

    /// The names and folders of all modules, in the order of the modulepath.
    fn modules(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The folders in which modules are looked for.
    fn modulepath(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The path of a module by its name.
    fn module_path(&mut self, _name: &str) -> Option<String> {
        None
    }

    /// The path of a file in a module, by a name such as `module/path`.
    fn module_file(&mut self, _folder: ModuleFolder, _name: &str) -> Option<String> {
        None
    }

    /// The names of the libraries of modules in a directory such as `puppet/provider/cron`, without subdirectories. The
    /// directory may also be the full path of one in a module.
    fn libraries(&mut self, _folder: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether bunraku's own libraries may continue after something was denied, leaving out what they cannot know.
    fn may_attempt(&self) -> bool {
        false
    }

    /// Answers a question of a library that the host itself has added, such as a test framework. Values are passed as
    /// copies.
    ///
    /// # Errors
    /// The host does not support the question.
    fn ask(&mut self, question: &str, _args: Vec<Value>) -> Result<Value, HostError> {
        Err(HostError::new(format!("`{question}` is not supported here")))
    }
}

/// The directories of a module whose files functions find by a name such as `module/path`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleFolder {
    /// `templates`.
    Templates,
    /// `files`.
    Files,
}

/// A failure of the host. If Ruby code does not rescue it, the caller gets the original failure back.
pub struct HostError {
    /// The message, for code that rescues it.
    pub message: String,
    /// The original failure, which [`RubyError::host`] returns.
    pub error: Box<dyn Any + Send + Sync>,
    /// Whether no `rescue` may catch it, because a limit was reached or the compilation was cancelled.
    pub fatal: bool,
}

impl HostError {
    /// A failure that consists only of a message.
    pub fn new(message: impl Into<String>) -> HostError {
        HostError { message: message.into(), error: Box::new(()), fatal: false }
    }
}
