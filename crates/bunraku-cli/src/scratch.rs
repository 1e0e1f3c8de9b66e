//! Folders for a while: only this user can look into them, and they are removed when they are dropped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// A folder of its own among the temporary files.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes an empty folder, whose name starts with `bunraku-` and shows its purpose.
    pub fn new(purpose: &str) -> io::Result<Scratch> {
        let mut number = 0;
        loop {
            let path = std::env::temp_dir().join(format!("bunraku-{purpose}-{}-{number}", process::id()));
            match make(&path) {
                Ok(()) => return Ok(Scratch(path)),
                // Another program had this number and did not remove its folder.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 10_000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the machine, which cleans its folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Code and facts may have secrets in them.
#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Makes a link to a folder.
#[cfg(unix)]
pub fn link(there: &Path, here: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(there, here)
}

/// Makes a link to a folder.
#[cfg(windows)]
pub fn link(there: &Path, here: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(there, here)
}
