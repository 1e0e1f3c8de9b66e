//! The world of a type that is read: the libraries of modules, and nothing else.

use std::sync::Arc;

use bunraku_pcore::Value;

use crate::{Code, Host, HostError, RubyError, State};

/// Where the files of modules are found.
pub trait Libraries {
    /// The code of a library that `require` names, or that `require_relative` finds beside a file.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>>;

    /// The names of the libraries in a folder such as `puppet/provider/cron`, without what is below it. The folder may
    /// be a whole path of one in a module.
    fn libraries(&mut self, folder: &str) -> Vec<String>;
}

/// The host of a type that is read. There is no scope, no function and no fact: a type does not depend on a node.
pub struct TypeHost<L> {
    /// The files of modules.
    pub libraries: L,
    /// What was logged: level and message.
    pub log: Vec<(String, String)>,
}

impl<L: Libraries> TypeHost<L> {
    /// A host over the files of modules.
    pub fn new(libraries: L) -> TypeHost<L> {
        TypeHost { libraries, log: Vec::new() }
    }
}

impl<L: Libraries> Host for TypeHost<L> {
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        self.libraries.library(name, beside)
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        self.libraries.libraries(folder)
    }

    fn set_variable(&mut self, name: &str, _: Value) -> Result<(), HostError> {
        Err(nothing(&format!("no variable `{name}` can be set")))
    }

    fn call_function(
        &mut self,
        _: &mut State,
        name: &str,
        _: Vec<Value>,
        _: bool,
    ) -> Result<Value, HostError> {
        Err(nothing(&format!("the function `{name}` cannot be called")))
    }

    fn call_lambda(&mut self, _: &mut State, _: usize, _: Vec<Value>) -> Result<Value, HostError> {
        Err(nothing("no lambda can be called"))
    }

    fn log(&mut self, level: &str, message: String) {
        self.log.push((level.to_string(), message));
    }
}

fn nothing(what: &str) -> HostError {
    HostError { message: format!("{what} while a resource type is read"), error: Box::new(()) }
}
