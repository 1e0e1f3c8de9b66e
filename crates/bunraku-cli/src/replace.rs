//! Replaces the content of files without risking data loss.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::files::reason;

/// Replaces the content of a file atomically, keeping its permissions and owner. Fails if the content is no longer
/// `old`.
///
/// The new content is written to a temporary file in the same folder, which is then renamed, so that the file has
/// either the old or the new content at any time, even if the disk is full. The error is a reason for a message.
pub fn replace(path: &Path, old: &str, new: &str) -> Result<(), String> {
    // A link is kept, and the file it points to is replaced.
    let target = fs::canonicalize(path).map_err(|error| reason(&error))?;
    let metadata = fs::metadata(&target).map_err(|error| reason(&error))?;
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if metadata.permissions().readonly() {
        return Err("it is read-only".to_owned());
    }
    let unchanged = || match fs::read(&target) {
        Ok(now) if now == old.as_bytes() => Ok(()),
        Ok(_) => Err(io::Error::other("it has changed since it was read")),
        Err(error) => Err(error),
    };
    put(&target, &text(new), Some(&metadata), unchanged).map_err(|error| write_reason(&error))
}

/// What writes the content of a file.
pub type Content<'c> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'c;

/// Content that is a string.
pub fn text(text: &str) -> impl Fn(&mut dyn Write) -> io::Result<()> {
    move |to| to.write_all(text.as_bytes())
}

/// Writes a file atomically, whether it exists or not. The content is synced to disk.
pub fn overwrite(path: &Path, content: &Content<'_>) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    put(&target, content, None, || Ok(()))
}

/// Writes a temporary file and renames it, unless `stop` returns a reason against it at the last moment.
fn put(
    target: &Path,
    content: &Content<'_>,
    like: Option<&Metadata>,
    stop: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let beside = beside(target)?;
    let written =
        write(&beside, content, like).and_then(|()| stop()).and_then(|()| fs::rename(&beside, target));
    if written.is_err() {
        // The write error is the one to report.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write(path: &Path, content: &Content<'_>, like: Option<&Metadata>) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    content(&mut file)?;
    if let Some(like) = like {
        keep_owner(&file, like)?;
        // After the owner: changing the owner clears the setuid and setgid bits.
        file.set_permissions(like.permissions())?;
    }
    // Some file systems only report a full disk here.
    file.sync_all()
}

#[cfg(unix)]
fn keep_owner(file: &File, like: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = file.metadata()?;
    let owner = (now.uid() != like.uid()).then(|| like.uid());
    let group = (now.gid() != like.gid()).then(|| like.gid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(file, owner, group).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => io::Error::other("it belongs to another user"),
        _ => error,
    })
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// An unused name in the same folder.
fn beside(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.{}.tmp", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(hidden))
}

/// Why writing failed. A missing permission is that of the folder, in which the temporary file is created.
fn write_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "no permission to create files in its folder".to_owned(),
        _ => reason(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("bunraku-replace-{}-{name}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_was_changed_meanwhile_is_not_overwritten() {
        let folder = folder("changed");
        let path = folder.join("a.pp");
        fs::write(&path, "new from somebody else").unwrap();
        assert_eq!(replace(&path, "old", "formatted"), Err("it has changed since it was read".to_owned()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new from somebody else");
        assert_eq!(replace(&path, "new from somebody else", "formatted"), Ok(()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "formatted");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left next to it");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_gone_is_not_made_anew() {
        let folder = folder("gone");
        assert!(replace(&folder.join("a.pp"), "old", "new").is_err());
        assert_eq!(replace(&folder, "old", "new"), Err("it is not a regular file".to_owned()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
