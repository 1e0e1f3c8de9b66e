//! The interface between the interpreter and the program that embeds it.

use crate::{Args, Outside, Permitted, R, Run, value::Val};

/// The program that runs Ruby code. It provides the methods of the [`Extension`](crate::Extension), and the [`Outside`].
///
/// Code can do only what its host allows: every method has a default that refuses or returns nothing. Methods that may
/// run Ruby code again receive the [`Run`], from which [`Interp::new`](crate::Interp::new) makes an interpreter.
pub trait Host: Outside {
    /// Calls a method of the extension, by its [number](crate::class::HostMethod::number).
    fn call_method(&mut self, run: &mut Run, number: u32, _this: &Val, _args: &Args) -> R {
        Err(run.refuse(&format!("unknown method {number} of the host"), "this is a bug in the host"))
    }

    /// Calls a block that is not written in Ruby, by its number. See [`ProcBody::Host`](crate::value::ProcBody::Host).
    fn call_block(&mut self, run: &mut Run, number: usize, _args: &Args) -> R {
        Err(run.refuse(&format!("unknown block {number} of the host"), "this is a bug in the host"))
    }

    /// The arity of such a block, as `Proc#arity` returns it.
    fn block_arity(&mut self, _number: usize) -> i64 {
        -1
    }

    /// The value of an instance variable that code has not set, for an object with
    /// [`Data::Dynamic`](crate::value::Data::Dynamic). The name comes without `@`. The value is `nil` if there is no
    /// such variable.
    fn instance_variable(&mut self, _run: &mut Run, _name: &str) -> Val {
        Val::Nil
    }

    /// The data of a YAML document; `None` if the host does not read YAML. Symbols, dates and times are strings
    /// that begin with the marks of `bunraku-formats`.
    fn read_yaml(&mut self, _text: &str, _permitted: Permitted) -> Option<Result<Yaml, YamlError>> {
        None
    }

    /// Receives a message of `warn`.
    fn warn(&mut self, _message: String) {}
}

/// The data of a YAML document.
pub struct Yaml {
    /// The data, with aliases resolved.
    pub value: Val,
    /// The first alias in the document.
    pub alias: Option<String>,
}

/// Why a string cannot be read as YAML with plain data.
pub enum YamlError {
    /// It is not YAML.
    Syntax {
        /// The description of the syntax error.
        message: String,
        /// The line, counted from 1.
        line: u32,
        /// The column, counted from 1.
        column: u32,
    },
    /// It contains more than plain data: a symbol, a date or an object.
    Disallowed(String),
}

/// A host that provides nothing, for tests and for code that only computes.
#[derive(Default)]
pub struct NoHost {
    /// The messages of `warn`.
    pub warnings: Vec<String>,
}

impl Outside for NoHost {}

impl Host for NoHost {
    fn warn(&mut self, message: String) {
        self.warnings.push(message);
    }
}
