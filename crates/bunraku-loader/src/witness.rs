//! Files that remember what has been looked at, so that changes are noticed.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{Entry, Files, Stamp};

/// How often a file is read again that changes while it is read.
const ATTEMPTS: usize = 3;

/// Files together with the stamps that they had when somebody looked.
pub(crate) struct Witness {
    files: Arc<dyn Files>,
    seen: Mutex<HashMap<PathBuf, Option<Stamp>>>,
}

impl Witness {
    pub(crate) fn new(files: Arc<dyn Files>) -> Witness {
        Witness { files, seen: Mutex::default() }
    }

    /// The files themselves.
    pub(crate) fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// Whether anything that was looked at is different now.
    pub(crate) fn changed(&self) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().any(|(path, stamp)| self.files.stamp(path) != *stamp)
    }

    /// Whether something was looked at and is still the same.
    pub(crate) fn is_current(&self, path: &Path) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(path).is_some_and(|stamp| stamp.is_some() && self.files.stamp(path) == *stamp)
    }

    fn note(&self, path: &Path, stamp: Option<Stamp>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // What was seen first counts: a later look must not hide a change.
        seen.entry(path.to_owned()).or_insert(stamp);
    }
}

impl Files for Witness {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        for _ in 0..ATTEMPTS {
            let before = self.files.stamp(path);
            let bytes = self.files.read(path);
            if bytes.is_err() || before == self.files.stamp(path) {
                self.note(path, before);
                return bytes;
            }
        }
        Err(io::Error::other("it changes while it is read"))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.note(path, self.files.stamp(path));
        self.files.list(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let stamp = self.files.stamp(path);
        self.note(path, stamp);
        stamp
    }

    fn environment_variable(&self, name: &str) -> Option<String> {
        self.files.environment_variable(name)
    }
}
