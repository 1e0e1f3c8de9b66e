//! The window to the world: reading and listing files, wherever they are.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

/// Files to read.
pub trait Files: Send + Sync {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// What is in a folder, sorted by name.
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>>;

    /// What tells one content of a file from another; `None` if there is no such file or folder.
    fn stamp(&self, path: &Path) -> Option<Stamp>;

    /// A variable of the process's environment; what is not on a machine has none.
    fn environment_variable(&self, _name: &str) -> Option<String> {
        None
    }

    /// Whether there is a folder.
    fn is_folder(&self, path: &Path) -> bool {
        self.stamp(path).is_some_and(|stamp| stamp.folder)
    }

    /// Whether there is a file.
    fn is_file(&self, path: &Path) -> bool {
        self.stamp(path).is_some_and(|stamp| !stamp.folder)
    }
}

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub folder: bool,
}

/// What tells one content of a file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Whether it is a folder.
    pub folder: bool,
    /// The number of bytes.
    pub length: u64,
    /// When it was changed, in nanoseconds of some clock.
    pub changed: i128,
}

/// Files in memory, for tests and embedders.
#[derive(Debug, Default, Clone)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// No files yet.
    pub fn new() -> MemoryFiles {
        MemoryFiles::default()
    }

    /// Adds or replaces a file; its folders are there with it.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) -> MemoryFiles {
        self.files.insert(path.into(), content.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries: Vec<Entry> = Vec::new();
        for known in self.files.keys() {
            let Ok(rest) = known.strip_prefix(path) else { continue };
            let mut parts = rest.components();
            let Some(first) = parts.next() else { continue };
            let name = first.as_os_str().to_string_lossy().into_owned();
            entries.push(Entry { name, folder: parts.next().is_some() });
        }
        if entries.is_empty() {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        entries.sort();
        entries.dedup();
        Ok(entries)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if let Some(content) = self.files.get(path) {
            return Some(Stamp { folder: false, length: content.len() as u64, changed: 0 });
        }
        let folder = self.files.keys().any(|known| known.starts_with(path));
        folder.then_some(Stamp { folder: true, length: 0, changed: 0 })
    }
}
