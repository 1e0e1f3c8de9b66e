//! The outside, as far as Ruby code may see it.

use std::sync::Arc;

use crate::{Code, RubyError};

/// What code reads and writes outside itself: files, environment variables, the clock, random numbers.
///
/// Every method asks the outside [beneath](Outside::beneath); without one, nothing exists and nothing is allowed. So an
/// implementation has only the methods that it answers itself.
pub trait Outside {
    /// The outside that answers what this one does not.
    fn beneath(&mut self) -> Option<&mut dyn Outside> {
        None
    }

    /// The code of the library that `require` names, or that `require_relative` finds next to the file `beside`.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        self.beneath()?.library(name, beside)
    }

    /// The contents of a file; `None` if code may not read it.
    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        self.beneath()?.read_file(path)
    }

    /// The names of the entries of a directory; `None` if code may not read it.
    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        self.beneath()?.list_folder(path)
    }

    /// What a path leads to, if that is known without reading it.
    fn known_kind(&mut self, path: &str) -> Option<PathKind> {
        self.beneath()?.known_kind(path)
    }

    /// What a path leads to; `None` if code may not know.
    fn path_kind(&mut self, path: &str) -> Option<PathKind> {
        self.known_kind(path).or_else(|| {
            Some(match self.read_file(path)? {
                Ok(_) => PathKind::File,
                Err(_) => match self.list_folder(path)? {
                    Ok(_) => PathKind::Folder,
                    Err(_) => PathKind::Missing,
                },
            })
        })
    }

    /// Writes a file that code keeps for later; `None` if code may not write there. What was written can be read at least
    /// until the run ends.
    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        self.beneath()?.keep_file(path, bytes)
    }

    /// Makes a directory for files that code keeps; `None` if code may not write there.
    fn keep_folder(&mut self, path: &str) -> Option<Result<(), String>> {
        self.beneath()?.keep_folder(path)
    }

    /// Removes a file that code has kept; `None` if code may not write there.
    fn remove_file(&mut self, path: &str) -> Option<Result<(), String>> {
        self.beneath()?.remove_file(path)
    }

    /// The paths that match a pattern of `Dir.glob`; `None` if code may not list files.
    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        self.beneath()?.glob(pattern)
    }

    /// Why code may not have the file, the directory or the paths that it asked for last; `None` if there are no files at
    /// all.
    fn denied(&mut self) -> Option<Denied> {
        self.beneath()?.denied()
    }

    /// The value of an environment variable, if it is set.
    fn environment_variable(&mut self, name: &str) -> Result<Option<String>, Denied> {
        self.beneath().map_or(Ok(None), |beneath| beneath.environment_variable(name))
    }

    /// The current time as seconds since 1970 and nanoseconds; `None` without a clock.
    fn now(&mut self) -> Option<(i64, u32)> {
        self.beneath()?.now()
    }

    /// The number that random numbers start from; `None` if code may not draw any without a seed of its own.
    fn seed(&mut self) -> Option<u64> {
        self.beneath()?.seed()
    }

    /// Hashes a password like `crypt(3)`; `None` for a kind of hash that is not supported.
    fn crypt(&mut self, password: &[u8], salt: &str) -> Option<String> {
        self.beneath()?.crypt(password, salt)
    }

    /// How many steps `crypt` counts for with a salt, which can ask for as much work as it likes.
    fn crypt_work(&mut self, salt: &str) -> u64 {
        self.beneath().map_or(0, |beneath| beneath.crypt_work(salt))
    }

    /// Whether the code should be stopped: nobody waits for its result any more, a deadline has passed, or there is not
    /// enough memory for the number of bytes that it is about to take. The interpreter asks every few thousand steps, and
    /// before it creates a large value.
    fn should_stop(&mut self, bytes: u64) -> bool {
        self.beneath().is_some_and(|beneath| beneath.should_stop(bytes))
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

/// Something that a policy does not let code have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// What is not allowed, as the rest of a sentence: "to read /etc/passwd".
    pub what: String,
    /// What would allow it.
    pub help: String,
}
