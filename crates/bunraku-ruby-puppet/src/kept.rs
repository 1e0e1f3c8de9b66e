//! Files that Ruby code has written, which it can read again during the compilation.

use std::cell::RefCell;

use bunraku_intern::{FastMap, FastSet};
use bunraku_ruby::PathKind;

/// The files that Ruby code has written.
#[derive(Default)]
pub(crate) struct Kept {
    /// Files by path; `None` for one that was removed.
    files: RefCell<FastMap<String, Option<Vec<u8>>>>,
    folders: RefCell<FastSet<String>>,
}

impl Kept {
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        self.files.borrow_mut().insert(path.to_owned(), Some(bytes.to_owned()));
    }

    pub(crate) fn make_folder(&self, path: &str) {
        self.folders.borrow_mut().insert(path.trim_end_matches('/').to_owned());
    }

    pub(crate) fn remove(&self, path: &str) {
        self.files.borrow_mut().insert(path.to_owned(), None);
    }

    /// The contents of a file that was written; the inner `None` means that it was removed.
    pub(crate) fn read(&self, path: &str) -> Option<Option<Vec<u8>>> {
        self.files.borrow().get(path).cloned()
    }

    /// The kind of a path, if code has written anything there.
    pub(crate) fn kind(&self, path: &str) -> Option<PathKind> {
        match self.files.borrow().get(path) {
            Some(Some(_)) => Some(PathKind::File),
            Some(None) => Some(PathKind::Missing),
            None => self.folders.borrow().contains(path.trim_end_matches('/')).then_some(PathKind::Folder),
        }
    }
}
