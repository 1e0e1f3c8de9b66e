//! The interface between the interpreter and the program that embeds it.

use std::sync::Arc;

use crate::{Args, Code, R, RubyError, Run, value::Val};

/// The program that runs Ruby code. It provides the files that code may read, the clock, and the methods of the
/// [`Extension`](crate::Extension).
///
/// Code can do only what its host allows: every method has a default that refuses or returns nothing. Methods that may
/// run Ruby code again receive the [`Run`], from which [`Interp::new`](crate::Interp::new) makes an interpreter.
pub trait Host {
    /// Calls a method of the extension, by its [number](crate::class::HostMethod::number).
    fn call_method(&mut self, run: &mut Run, number: u32, _this: &Val, _args: &Args) -> R {
        Err(run.refuse(&format!("unknown method {number} of the host"), "this is a bug in the host"))
    }

    /// Calls a block that is not written in Ruby, by its number. See [`ProcBody::Host`](crate::value::ProcBody::Host).
    fn call_block(&mut self, run: &mut Run, number: usize, _args: &Args) -> R {
        Err(run.refuse(&format!("unknown block {number} of the host"), "this is a bug in the host"))
    }

    /// The value of an instance variable that code has not set, for an object with
    /// [`Data::Dynamic`](crate::value::Data::Dynamic). The name comes without `@`. The value is `nil` if there is no
    /// such variable.
    fn instance_variable(&mut self, _run: &mut Run, _name: &str) -> Val {
        Val::Nil
    }

    /// The code of the library that `require` names, or that `require_relative` finds next to the file `beside`.
    fn library(&mut self, _name: &str, _beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        None
    }

    /// The contents of a file; `None` if code may not read it.
    fn read_file(&mut self, _path: &str) -> Option<Result<Vec<u8>, String>> {
        None
    }

    /// The names of the entries of a directory; `None` if code may not read it.
    fn list_folder(&mut self, _path: &str) -> Option<Result<Vec<String>, String>> {
        None
    }

    /// What a path leads to; `None` if code may not know.
    fn path_kind(&mut self, path: &str) -> Option<PathKind> {
        Some(match self.read_file(path)? {
            Ok(_) => PathKind::File,
            Err(_) => match self.list_folder(path)? {
                Ok(_) => PathKind::Folder,
                Err(_) => PathKind::Missing,
            },
        })
    }

    /// Writes a file that code keeps; `None` if code may not write there.
    fn keep_file(&mut self, _path: &str, _bytes: &[u8]) -> Option<Result<(), String>> {
        None
    }

    /// Makes a directory for files that code keeps; `None` if code may not write there.
    fn keep_folder(&mut self, _path: &str) -> Option<Result<(), String>> {
        None
    }

    /// Removes a file that code has kept; `None` if code may not write there.
    fn remove_file(&mut self, _path: &str) -> Option<Result<(), String>> {
        None
    }

    /// The paths that match a pattern of `Dir.glob`; `None` if code may not list files.
    fn glob(&mut self, _pattern: &str) -> Option<Vec<String>> {
        None
    }

    /// Why code may not have the file, the directory or the paths that it asked for last; `None` if the host has none
    /// for it at all.
    fn denied(&mut self) -> Option<Denied> {
        None
    }

    /// The value of an environment variable, if it is set.
    fn variable(&mut self, _name: &str) -> Result<Option<String>, Denied> {
        Ok(None)
    }

    /// The data of a YAML document; `None` if the host does not read YAML. `regexps` permits regular
    /// expressions. Symbols are strings that begin with the mark of `bunraku-formats`.
    fn read_yaml(&mut self, _text: &str, _regexps: bool) -> Option<Result<Val, YamlError>> {
        None
    }

    /// The current time as seconds since 1970 and nanoseconds; `None` without a clock.
    fn now(&mut self) -> Option<(i64, u32)> {
        None
    }

    /// What `crypt(3)` makes of a password and a salt; `None` for a kind of hash that the host does not know.
    fn crypt(&mut self, _password: &[u8], _salt: &str) -> Option<String> {
        None
    }

    /// How many steps `crypt` counts for with a salt, which can ask for as much work as it likes.
    fn crypt_work(&mut self, _salt: &str) -> u64 {
        0
    }

    /// The number that random numbers start from; `None` if code may not draw any without a seed of its own.
    fn seed(&mut self) -> Option<u64> {
        None
    }

    /// Receives a message of `warn`.
    fn warn(&mut self, _message: String) {}

    /// Whether the code should be stopped: nobody waits for its result any more, a deadline has passed, or there is not
    /// enough memory for the number of bytes that it is about to take. The interpreter asks every few thousand steps, and
    /// before it creates a large value.
    fn should_stop(&mut self, _bytes: u64) -> bool {
        false
    }
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// Nothing.
    Missing,
    /// A file.
    File,
    /// A directory.
    Folder,
}

/// Something that the host's policy does not let code have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// What is not allowed, as the rest of a sentence: "to read /etc/passwd".
    pub what: String,
    /// What would allow it.
    pub help: String,
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

impl Host for NoHost {
    fn warn(&mut self, message: String) {
        self.warnings.push(message);
    }
}
