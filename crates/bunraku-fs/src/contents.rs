//! Contents of files, kept while a command runs, so that its parts read each file once.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bunraku_world::Stamp;

/// The contents of files that have been read, by real path. Several machines may share it: each still checks what it
/// may read.
#[derive(Debug, Default)]
pub struct Contents {
    is_kept: AtomicBool,
    files: Mutex<HashMap<PathBuf, Content>>,
}

/// The bytes of a file, and what identifies them.
type Content = (Stamp, Arc<[u8]>);

impl Contents {
    /// Keeps what is read from now on. Before that, nothing is kept.
    pub fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// The content of a file that has not changed since it was read.
    pub(crate) fn of(&self, real: &Path, stamp: Stamp) -> Option<Vec<u8>> {
        if !self.is_kept.load(Ordering::Relaxed) {
            return None;
        }
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(real).filter(|(known, _)| *known == stamp).map(|(_, bytes)| bytes.to_vec())
    }

    pub(crate) fn add(&self, real: &Path, stamp: Stamp, bytes: &[u8]) {
        if self.is_kept.load(Ordering::Relaxed) {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            files.insert(real.to_owned(), (stamp, bytes.into()));
        }
    }
}
