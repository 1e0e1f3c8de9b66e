//! Command-line arguments: `--name value` pairs, each taken once.

use std::{fs, path::PathBuf};

/// The arguments not taken yet.
pub struct Arguments {
    rest: Vec<String>,
}

impl Arguments {
    /// The arguments after the name of a command.
    pub fn new(rest: impl Iterator<Item = String>) -> Arguments {
        Arguments { rest: rest.collect() }
    }

    /// Takes the value of an option.
    pub fn option(&mut self, name: &str) -> Option<String> {
        let at = self.rest.iter().position(|argument| argument == name)?;
        if at + 1 >= self.rest.len() {
            return None;
        }
        self.rest.remove(at);
        Some(self.rest.remove(at))
    }

    /// Takes the value of a numeric option.
    pub fn number(&mut self, name: &str) -> Result<Option<u64>, String> {
        let Some(text) = self.option(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| format!("{name} takes a number, got {text:?}"))
    }

    /// Takes an option that names a folder to write to, which is made if it is missing.
    pub fn folder_for_output(&mut self, name: &str) -> Result<Option<PathBuf>, String> {
        let Some(folder) = self.option(name) else { return Ok(None) };
        let made = fs::create_dir_all(&folder).and_then(|()| fs::canonicalize(&folder));
        made.map(Some).map_err(|error| format!("{name} {folder}: {error}"))
    }

    /// Takes the next argument.
    pub fn next(&mut self) -> Option<String> {
        if self.rest.is_empty() { None } else { Some(self.rest.remove(0)) }
    }

    /// Fails if any arguments are left.
    pub fn done(&self) -> Result<(), String> {
        match self.rest.first() {
            None => Ok(()),
            Some(left) => Err(format!("{left:?} is not understood here")),
        }
    }
}
