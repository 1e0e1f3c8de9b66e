//! What Ruby code asks of the world around it.

use std::any::Any;
use std::sync::Arc;

use bunraku_pcore::{Str, Value};

use crate::{Code, RubyError, State};

/// The world around Ruby code: the scope of Puppet code that called it, and files that it may read.
pub trait Host {
    /// A variable of the scope, `None` where nothing set it. The name may be qualified.
    fn variable(&mut self, _name: &str) -> Result<Option<Value>, HostError> {
        Ok(None)
    }

    /// A variable as templates see it in `@name`: one that the scope sees without qualifying it, `undef` left out.
    fn plain_variable(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// Whether a variable is a parameter of the class or resource whose code runs.
    fn is_parameter(&mut self, _name: &str) -> bool {
        false
    }

    /// Takes over a parameter that Ruby code changed in place.
    fn changed(&mut self, _name: &str, _value: Value) {}

    /// Whether the scope has a variable.
    fn has_variable(&mut self, _name: &str) -> bool {
        false
    }

    /// A number for the scope that is the same as long as it is the same scope.
    fn scope_number(&mut self) -> u64 {
        0
    }

    /// Sets a variable of the scope.
    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError>;

    /// All variables that the scope sees without qualifying them.
    fn variables(&mut self) -> Vec<(Str, Value)> {
        Vec::new()
    }

    /// Calls a function of Puppet, with the lambda that the running function was given if `lambda` says so. The state
    /// is handed over, because the function may run Ruby code in turn.
    fn call_function(
        &mut self,
        state: &mut State,
        name: &str,
        args: Vec<Value>,
        lambda: bool,
    ) -> Result<Value, HostError>;

    /// The code of a function of a module that has the interface of Puppet 3, if it is not written in Rust.
    fn legacy_function(&mut self, _name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// Calls a lambda of Puppet code that a function was given.
    fn call_lambda(&mut self, state: &mut State, number: usize, args: Vec<Value>)
    -> Result<Value, HostError>;

    /// Whether the lambda that the running function was given can be called as a type such as `Callable[2, 2]` says.
    fn lambda_fits(&mut self, _callable: &str) -> bool {
        true
    }

    /// Writes a line to the log.
    fn log(&mut self, level: &str, message: String);

    /// A fact or setting of the world by name: `classes`, `tags`, `environment`, `source` and so on.
    fn property(&mut self, _name: &str) -> Option<Value> {
        None
    }

    /// A parameter of a resource of the catalog.
    fn parameter(&mut self, _reference: &Value, _name: &str) -> Option<Value> {
        None
    }

    /// The type that a text denotes, as a value.
    fn parse_type(&mut self, text: &str) -> Result<Value, HostError> {
        Err(HostError { message: format!("there is no type `{text}` here"), error: Box::new(()) })
    }

    /// The text of a file that code may read; `None` where it may not.
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

    /// A value as plain data, with hashes that say `__ptype` for what plain data does not have.
    fn rich_data(&mut self, value: &Value) -> Value {
        value.clone()
    }

    /// The code of a library of a module that `require` names, or that `require_relative` finds beside a file.
    fn library(&mut self, _name: &str, _beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// The data of a YAML text; `None` where there is no reader.
    fn read_yaml(&mut self, _text: &str) -> Option<Result<Value, YamlError>> {
        None
    }

    /// The data of a HOCON text, or what is wrong with it; `None` where there is no reader.
    fn read_hocon(&mut self, _text: &str) -> Option<Result<Value, String>> {
        None
    }

    /// The names of the libraries of modules in a folder such as `puppet/provider/cron`, without what is below it. The
    /// folder may be a whole path of one in a module.
    fn libraries(&mut self, _folder: &str) -> Vec<String> {
        Vec::new()
    }

    /// The present time: seconds since 1970 and nanoseconds, if there is a clock.
    fn now(&mut self) -> Option<(i64, u32)> {
        None
    }
}

/// A failure of the host, which gets out of Ruby code as it came in unless the code rescues it.
pub struct HostError {
    /// What it says, for `rescue`.
    pub message: String,
    /// The failure itself.
    pub error: Box<dyn Any + Send + Sync>,
}

/// Why a text is no YAML of plain data.
pub enum YamlError {
    /// It is no YAML.
    Syntax {
        /// What is wrong.
        message: String,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// It has what is no plain data: a symbol, a date, an object.
    Disallowed(String),
}

/// A world with nothing in it: for tests, and for code that is only read.
#[derive(Default)]
pub struct NoHost {
    /// What was logged.
    pub log: Vec<(String, String)>,
}

impl Host for NoHost {
    fn set_variable(&mut self, _: &str, _: Value) -> Result<(), HostError> {
        Ok(())
    }

    fn call_function(
        &mut self,
        _: &mut State,
        name: &str,
        _: Vec<Value>,
        _: bool,
    ) -> Result<Value, HostError> {
        Err(HostError { message: format!("there is no function `{name}` here"), error: Box::new(()) })
    }

    fn call_lambda(&mut self, _: &mut State, _: usize, _: Vec<Value>) -> Result<Value, HostError> {
        Err(HostError { message: "there is no lambda here".to_string(), error: Box::new(()) })
    }

    fn log(&mut self, level: &str, message: String) {
        self.log.push((level.to_string(), message));
    }
}
