//! The host for reading a type, which provides only the libraries of modules.

use std::sync::Arc;

use bunraku_pcore::Value;
use bunraku_ruby::{Code, Outside, RubyError};

use crate::{HostError, LogLevel, PuppetHost};

/// Finds the Ruby files of modules.
pub trait Libraries {
    /// The code of the library that `require` names, or that `require_relative` finds next to the file `beside`.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>>;

    /// The names of the libraries in a directory such as `puppet/provider/cron`, without subdirectories. The directory
    /// may also be the full path of one in a module.
    fn libraries(&mut self, folder: &str) -> Vec<String>;

    /// Whether the code should be stopped, as in [`Outside::should_stop`].
    fn should_stop(&mut self, _bytes: u64) -> bool {
        false
    }
}

/// The host for reading a type. It has no scope, functions or facts, because a type does not depend on a node.
pub struct TypeHost<L> {
    /// Finds the Ruby files of modules.
    pub libraries: L,
    /// The messages that were logged.
    pub log: Vec<(LogLevel, String)>,
    /// Whether our own libraries may go on after something was refused, as in [`PuppetHost::may_attempt`].
    pub may_attempt: bool,
}

impl<L: Libraries> TypeHost<L> {
    /// Creates a host with the files of modules.
    pub fn new(libraries: L) -> TypeHost<L> {
        TypeHost { libraries, log: Vec::new(), may_attempt: false }
    }
}

impl<L: Libraries> Outside for TypeHost<L> {
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        self.libraries.library(name, beside)
    }

    fn should_stop(&mut self, bytes: u64) -> bool {
        self.libraries.should_stop(bytes)
    }
}

impl<L: Libraries> PuppetHost for TypeHost<L> {
    fn libraries(&mut self, folder: &str) -> Vec<String> {
        self.libraries.libraries(folder)
    }

    fn may_attempt(&self) -> bool {
        self.may_attempt
    }

    fn set_variable(&mut self, name: &str, _: Value) -> Result<(), HostError> {
        Err(nothing(&format!("cannot set the variable `{name}`")))
    }

    fn call_function(&mut self, name: &str, _: Vec<Value>, _: bool) -> Result<Value, HostError> {
        Err(nothing(&format!("cannot call the function `{name}`")))
    }

    fn call_lambda(&mut self, _: usize, _: Vec<Value>) -> Result<Value, HostError> {
        Err(nothing("cannot call a lambda"))
    }

    fn log(&mut self, level: LogLevel, message: String) {
        self.log.push((level, message));
    }
}

fn nothing(what: &str) -> HostError {
    HostError::new(format!("{what} while a resource type is being loaded"))
}
