//! Files that exist only while a command reads them.

use std::{
    env,
    fs::{self, File, OpenOptions},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// A private file that is removed when it is dropped.
pub(crate) struct Scratch {
    path: PathBuf,
    file: File,
}

impl Scratch {
    /// Creates a file with this content.
    pub(crate) fn with(content: &[u8]) -> io::Result<Scratch> {
        let path = fresh_path();
        let mut options = OpenOptions::new();
        // `create_new` does not follow a link that somebody else may have created.
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path)?;
        let mut scratch = Scratch { path, file };
        scratch.file.write_all(content)?;
        scratch.file.rewind()?;
        Ok(scratch)
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file at its beginning.
    pub(crate) fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A path that this process has not used yet.
fn fresh_path() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("bunraku-{}-{number}", process::id()))
}

/// A folder for a test, which is removed with everything in it.
#[cfg(test)]
pub(crate) struct Folder(PathBuf);

#[cfg(test)]
impl Folder {
    pub(crate) fn new() -> Folder {
        let path = fresh_path();
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

#[cfg(test)]
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
