//! What the interpreter asks of whoever embeds it.

use std::sync::Arc;

use crate::{Args, Code, R, RubyError, Run, value::Val};

/// Whoever runs Ruby code: the files it may read, the clock, and the methods of the [`Extension`](crate::Extension).
///
/// Code may not do what nothing is given for: every answer but those about methods has a default that refuses.
/// Whatever may run Ruby code in turn is given the run, of which [`Interp::new`](crate::Interp::new) makes an
/// interpreter again.
pub trait Host {
    /// Runs a method of the extension, by the number that it has there.
    fn call_method(&mut self, run: &mut Run, number: u32, _this: &Val, _args: &Args) -> R {
        Err(run.refuse(&format!("there is no method {number} of the host"), "this is a mistake of the host"))
    }

    /// Runs a block that is not written in Ruby, by its number; see [`ProcBody::Host`](crate::value::ProcBody::Host).
    fn call_block(&mut self, run: &mut Run, number: usize, _args: &Args) -> R {
        Err(run.refuse(&format!("there is no block {number} of the host"), "this is a mistake of the host"))
    }

    /// An instance variable that an object with [`Data::Dynamic`](crate::value::Data::Dynamic) has not set itself, by
    /// its name without `@`; `nil` where there is none.
    fn instance_variable(&mut self, _run: &mut Run, _name: &str) -> Val {
        Val::Nil
    }

    /// The code of a library that `require` names, or that `require_relative` finds beside a file.
    fn library(&mut self, _name: &str, _beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
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
    fn read_yaml(&mut self, _text: &str) -> Option<Result<Val, YamlError>> {
        None
    }

    /// The present time: seconds since 1970 and nanoseconds, if there is a clock.
    fn now(&mut self) -> Option<(i64, u32)> {
        None
    }

    /// Takes a message of `warn`.
    fn warn(&mut self, _message: String) {}

    /// Whether whoever waits for the result has given up, or a deadline has passed. It is asked every few thousand
    /// steps; the code is stopped then.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Why a string is not YAML of plain data.
pub enum YamlError {
    /// It is not YAML.
    Syntax {
        /// What is wrong.
        message: String,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// It has what is not plain data: a symbol, a date, an object.
    Disallowed(String),
}

/// A world with nothing in it: for tests, and for code that only computes.
#[derive(Default)]
pub struct NoHost {
    /// What code has warned about.
    pub warnings: Vec<String>,
}

impl Host for NoHost {
    fn warn(&mut self, message: String) {
        self.warnings.push(message);
    }
}
