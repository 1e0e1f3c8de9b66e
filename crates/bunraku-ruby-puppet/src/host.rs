//! The compilation as Ruby code sees it.

use std::{any::Any, sync::Arc};

use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby::{Code, RubyError, YamlError};

/// What Ruby code asks of the compilation that it runs for: the scope of the Puppet code that called it, the catalog,
/// and files that it may read.
///
/// The defaults are those of a world with nothing in it, in which nothing is allowed. `call_function` and `call_lambda`
/// may run Ruby code in turn, with a clone of the same [`Ruby`](crate::Ruby).
pub trait PuppetHost {
    /// A variable of the scope, `None` where nothing set it. The name may be qualified.
    ///
    /// # Errors
    /// Reading a variable that is missing, where that is an error.
    fn variable(&mut self, _name: &str) -> Result<Option<Value>, HostError> {
        Ok(None)
    }

    /// A variable as templates see it in `@name`: one that the scope sees without qualifying it, `undef` left out.
    fn plain_variable(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// Whether the scope has a variable.
    fn has_variable(&mut self, _name: &str) -> bool {
        false
    }

    /// All variables that the scope sees without qualifying them.
    fn variables(&mut self) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// Sets a variable of the scope.
    ///
    /// # Errors
    /// The variable has a value, or none can be set.
    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError>;

    /// Whether a variable is a parameter of the class or resource whose code runs.
    fn is_parameter(&mut self, _name: &str) -> bool {
        false
    }

    /// Takes over a parameter that Ruby code changed in place.
    fn changed(&mut self, _name: &str, _value: Value) {}

    /// A number for the scope that is the same as long as it is the same scope.
    fn scope_number(&mut self) -> u64 {
        0
    }

    /// Calls a function of Puppet, with the lambda that the running function was given if `lambda` says so.
    ///
    /// # Errors
    /// What the function reported, or that there is none.
    fn call_function(&mut self, name: &str, args: Vec<Value>, lambda: bool) -> Result<Value, HostError>;

    /// Calls a lambda of Puppet code that the running function was given.
    ///
    /// # Errors
    /// What its code reported.
    fn call_lambda(&mut self, number: usize, args: Vec<Value>) -> Result<Value, HostError>;

    /// Whether the lambda that the running function was given can be called as a type such as `Callable[2, 2]` says.
    fn lambda_fits(&mut self, _callable: &str) -> bool {
        true
    }

    /// Whether there is a function of a name that has the interface of Puppet 3.
    fn has_legacy_function(&mut self, _name: &str) -> bool {
        false
    }

    /// The code of a function of a module that has the interface of Puppet 3, if it is not written in Rust.
    fn legacy_function(&mut self, _name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// The type that a string denotes in Puppet's notation.
    ///
    /// # Errors
    /// It denotes none.
    fn parse_type(&mut self, text: &str) -> Result<Type, HostError> {
        Err(HostError::new(format!("there is no type `{text}` here")))
    }

    /// A value as plain data, with hashes that say `__ptype` for what plain data does not have.
    fn rich_data(&mut self, value: &Value) -> Value {
        value.clone()
    }

    /// The name of the node that is compiled.
    fn node_name(&mut self) -> Option<Str> {
        None
    }

    /// The name of the environment.
    fn environment_name(&mut self) -> Option<Str> {
        None
    }

    /// A setting of Puppet.
    fn setting(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// The facts of the node.
    fn facts(&mut self) -> Option<Value> {
        None
    }

    /// The file and the line, from 1, of the Puppet code that called the Ruby code.
    fn place(&mut self) -> Option<(Str, u32)> {
        None
    }

    /// The names of the classes of the catalog.
    fn classes(&mut self) -> Vec<Str> {
        Vec::new()
    }

    /// The tags of the catalog.
    fn tags(&mut self) -> Vec<Str> {
        Vec::new()
    }

    /// References to the resources of the catalog.
    fn resources(&mut self) -> Vec<Type> {
        Vec::new()
    }

    /// A reference to the class or resource whose code runs.
    fn own_resource(&mut self) -> Option<Type> {
        None
    }

    /// A reference to a resource of the catalog.
    fn find_resource(&mut self, _type_name: &str, _title: &str) -> Option<Type> {
        None
    }

    /// A parameter of a resource of the catalog, or its `title`.
    fn parameter(&mut self, _reference: &Type, _name: &str) -> Option<Value> {
        None
    }

    /// The resource defaults of a type that are in force.
    fn resource_defaults(&mut self, _type_name: &str) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// The name of a type that resources can have, as references write it; `None` if there is no such type.
    fn resource_type(&mut self, _name: &str) -> Option<Str> {
        None
    }

    /// Writes a line to the log.
    fn log(&mut self, level: Level, message: String);

    /// The path of a module.
    fn module_path(&mut self, _name: &str) -> Option<String> {
        None
    }

    /// The path of a file of a module, by a name such as `module/path`.
    fn module_file(&mut self, _folder: ModuleFolder, _name: &str) -> Option<String> {
        None
    }

    /// The code of a library of a module that `require` names, or that `require_relative` finds beside a file.
    fn library(&mut self, _name: &str, _beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// The names of the libraries of modules in a folder such as `puppet/provider/cron`, without what is below it. The
    /// folder may be a whole path of one in a module.
    fn libraries(&mut self, _folder: &str) -> Vec<String> {
        Vec::new()
    }

    /// The bytes of a file that code may read; `None` where it may not.
    fn read_file(&mut self, _path: &str) -> Option<Result<Vec<u8>, String>> {
        None
    }

    /// The names of what is in a folder that code may look into; `None` where it may not.
    fn list_folder(&mut self, _path: &str) -> Option<Result<Vec<String>, String>> {
        None
    }

    /// The paths that fit a pattern of `Dir.glob`; `None` where code may not look.
    fn glob(&mut self, _pattern: &str) -> Option<Vec<String>> {
        None
    }

    /// The data of a YAML document; `None` where there is no reader.
    fn read_yaml(&mut self, _text: &str) -> Option<Result<Value, YamlError>> {
        None
    }

    /// The data of a HOCON document, or what is wrong with it; `None` where there is no reader.
    fn read_hocon(&mut self, _text: &str) -> Option<Result<Value, String>> {
        None
    }

    /// The present time: seconds since 1970 and nanoseconds, if there is a clock.
    fn now(&mut self) -> Option<(i64, u32)> {
        None
    }

    /// Whether whoever waits for the catalog has given up, or a deadline has passed. It is asked every few thousand
    /// steps; the code is stopped then.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// The folders of a module whose files functions read by a name such as `module/path`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleFolder {
    /// `templates`.
    Templates,
    /// `files`.
    Files,
}

/// The levels of Puppet's log, the least important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of syslog")]
pub enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    /// The level of a name; `warning` for one that Puppet does not have.
    pub fn of_name(name: &str) -> Level {
        match name {
            "debug" => Level::Debug,
            "info" => Level::Info,
            "notice" => Level::Notice,
            "err" => Level::Err,
            "alert" => Level::Alert,
            "emerg" => Level::Emerg,
            "crit" => Level::Crit,
            _ => Level::Warning,
        }
    }
}

/// A failure of the host, which gets out of Ruby code as it came in unless the code rescues it.
pub struct HostError {
    /// What it says, for `rescue`.
    pub message: String,
    /// The failure itself, which [`RubyError::host`] gives back.
    pub error: Box<dyn Any + Send + Sync>,
    /// Whether no `rescue` may catch it: a limit was met, or whoever waits has given up.
    pub fatal: bool,
}

impl HostError {
    /// A failure that is only a message.
    pub fn new(message: impl Into<String>) -> HostError {
        HostError { message: message.into(), error: Box::new(()), fatal: false }
    }
}
