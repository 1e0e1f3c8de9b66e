//! Temporary folders that only this user can access and that are removed on drop.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// A temporary folder.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder whose name starts with `bunraku-` and contains the purpose.
    pub fn new(purpose: &str) -> io::Result<Scratch> {
        let mut number = 0;
        loop {
            let path = std::env::temp_dir().join(format!("bunraku-{purpose}-{}-{number}", process::id()));
            match make(&path) {
                Ok(()) => return Ok(Scratch(path)),
                // Left behind by an earlier process.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 10_000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If this fails, the system's cleanup of temporary files has to do.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Creates a private folder: code and facts may contain secrets.
#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Creates a link to a folder.
#[cfg(unix)]
pub fn link(there: &Path, here: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(there, here)
}

/// Creates a link to a folder.
#[cfg(windows)]
pub fn link(there: &Path, here: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(there, here)
}
