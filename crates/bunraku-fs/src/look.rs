//! Resolves paths so that what was checked is what is read.
//!
//! On Linux the file or folder is held by a handle that neither reads nor waits (`O_PATH`), so that a pipe or device is
//! not even opened. The kernel provides its real path, and it is read through the handle: links that change in the
//! meantime have no effect. On other systems, and without `/proc`, the path is resolved by name, and the opened file is
//! compared with it.

use std::{
    fs::{self, File, Metadata, ReadDir},
    io,
    path::{Path, PathBuf},
};

/// What a path resolved to.
pub(crate) struct Seen {
    pub(crate) metadata: Metadata,
    /// The real path, without links.
    pub(crate) real: PathBuf,
    /// The handle, and the path through which it is opened.
    #[cfg(target_os = "linux")]
    handle: Option<(File, PathBuf)>,
}

/// Resolves a path.
pub(crate) fn look(path: &Path) -> io::Result<Seen> {
    #[cfg(target_os = "linux")]
    if let Some(seen) = by_handle(path)? {
        return Ok(seen);
    }
    let real = fs::canonicalize(path)?;
    Ok(Seen {
        metadata: fs::metadata(&real)?,
        real,
        #[cfg(target_os = "linux")]
        handle: None,
    })
}

#[cfg(target_os = "linux")]
fn by_handle(path: &Path) -> io::Result<Option<Seen>> {
    use std::os::{fd::AsRawFd, unix::fs::OpenOptionsExt};
    let handle = File::options().read(true).custom_flags(nix::libc::O_PATH).open(path)?;
    let way = PathBuf::from(format!("/proc/self/fd/{}", handle.as_raw_fd()));
    // Without `/proc` there is a fallback. A path that is not absolute does not belong to a file.
    match fs::read_link(&way) {
        Ok(real) if real.is_absolute() => {
            Ok(Some(Seen { metadata: handle.metadata()?, real, handle: Some((handle, way)) }))
        }
        _ => Ok(None),
    }
}

impl Seen {
    /// Opens the file for reading.
    pub(crate) fn open(&self) -> io::Result<File> {
        #[cfg(target_os = "linux")]
        if let Some((_, way)) = &self.handle {
            return File::open(way);
        }
        let mut options = File::options();
        options.read(true);
        // If it has become a pipe since then, opening it must not block.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK);
        let file = options.open(&self.real)?;
        let is_there = fs::canonicalize(&self.real)? == self.real;
        if !is_there || !is_same(&file.metadata()?, &self.metadata) {
            return Err(io::Error::other("it changed while it was being read"));
        }
        Ok(file)
    }

    /// Lists the folder.
    pub(crate) fn names(&self) -> io::Result<ReadDir> {
        #[cfg(target_os = "linux")]
        if let Some((_, way)) = &self.handle {
            return fs::read_dir(way);
        }
        fs::read_dir(&self.real)
    }
}

/// Whether both are metadata of the same file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.len(), one.file_type()) == (other.len(), other.file_type())
}

/// The real path of something that may not exist yet: that of the nearest existing folder, with the rest appended.
pub(crate) fn real_path(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = bunraku_world::names::normal(&path);
    for folder in path.ancestors() {
        if let Ok(real) = fs::canonicalize(folder) {
            return match path.strip_prefix(folder) {
                Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
                _ => real,
            };
        }
    }
    path
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn the_real_path_is_without_links() {
        let folder = crate::scratch::Folder::new();
        let base = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(base.join("real")).unwrap();
        fs::write(base.join("real/a"), "x").unwrap();
        symlink("real", base.join("link")).unwrap();
        assert_eq!(look(&base.join("link/a")).unwrap().real, base.join("real/a"));
        assert_eq!(look(&base.join("link/../link")).unwrap().real, base.join("real"));
        assert_eq!(real_path(&base.join("link/b/c")), base.join("real/b/c"));
        assert_eq!(real_path(&base.join("link")), base.join("real"));
    }

    #[test]
    fn what_is_read_is_what_was_looked_at() {
        let folder = crate::scratch::Folder::new();
        let base = folder.path();
        fs::write(base.join("good"), "good").unwrap();
        fs::write(base.join("bad"), "bad").unwrap();
        symlink("good", base.join("link")).unwrap();
        let seen = look(&base.join("link")).unwrap();
        fs::remove_file(base.join("link")).unwrap();
        symlink("bad", base.join("link")).unwrap();
        assert_eq!(io::read_to_string(seen.open().unwrap()).unwrap(), "good");
    }

    #[test]
    fn the_way_by_names_notices_changes() {
        let folder = crate::scratch::Folder::new();
        let real = fs::canonicalize(folder.path()).unwrap().join("a");
        let seen = |metadata| Seen {
            metadata,
            real: real.clone(),
            #[cfg(target_os = "linux")]
            handle: None,
        };
        fs::write(&real, "one").unwrap();
        let before = fs::metadata(&real).unwrap();
        assert!(seen(before.clone()).open().is_ok());
        fs::write(folder.path().join("b"), "two").unwrap();
        fs::rename(folder.path().join("b"), &real).unwrap();
        assert!(seen(before).open().is_err());
    }
}
