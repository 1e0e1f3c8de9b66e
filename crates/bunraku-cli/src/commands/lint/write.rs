//! Replacing a file by its fixed content.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};

use crate::files::reason;

/// Replaces the content of a file, which must still be what was read. The new file is complete before it takes the place of
/// the old one, and has the same permissions and owner.
pub fn replace(path: &Path, before: &str, after: &str) -> Result<(), Box<Diagnostic>> {
    let failed = |why: &str| {
        Box::new(Diagnostic::error(codes::WRONG_USE, format!("cannot write `{}`: {why}", path.display())))
    };
    // A link stays one: what it leads to is replaced.
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
        // What matters is why it could not be written.
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

/// Only the superuser may give a file away; for all others it is theirs already.
#[cfg(unix)]
fn keep_owner(path: &Path, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(like.uid()), Some(like.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> Option<std::path::PathBuf> {
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(path.file_name()?);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(hidden))
}
