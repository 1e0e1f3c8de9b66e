//! Replaces a file with its fixed content.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use crate::files::reason;

/// Replaces the content of a file atomically, keeping its permissions and owner. Fails if the content is no longer what
/// was read.
pub fn replace(path: &Path, before: &str, after: &str) -> Result<(), Box<Diagnostic>> {
    let failed = |why: &str| {
        Box::new(Diagnostic::error(codes::WRONG_USE, format!("cannot write `{}`: {why}", path.display())))
    };
    // A link is kept, and the file it points to is replaced.
    let target = fs::canonicalize(path).map_err(|error| failed(&reason(&error)))?;
    let metadata = fs::metadata(&target).map_err(|error| failed(&reason(&error)))?;
    if metadata.permissions().readonly() {
        return Err(failed("it is read-only"));
    }
    let now = fs::read(&target).map_err(|error| failed(&reason(&error)))?;
    if now != before.as_bytes() {
        return Err(failed("it has changed since it was read"));
    }
    let beside = beside(&target).ok_or_else(|| failed("it has no name"))?;
    let written = write(&beside, after, &metadata).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        // The write error is the one to report.
        let _ = fs::remove_file(&beside);
        failed(&reason(&error))
    })
}

fn write(path: &Path, text: &str, like: &fs::Metadata) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(like.permissions())?;
    keep_owner(path, like);
    file.sync_all()
}

/// Only the superuser can change the owner. For everybody else the file is already theirs.
#[cfg(unix)]
fn keep_owner(path: &Path, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(like.uid()), Some(like.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

/// An unused name in the same folder.
fn beside(path: &Path) -> Option<std::path::PathBuf> {
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(path.file_name()?);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(hidden))
}
