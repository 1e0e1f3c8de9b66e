//! Finds files by pattern, and by names that differ in case.

use bunraku_world::{World, glob::glob};

use std::path::{Path, PathBuf};

/// The folders that a path with wildcards matches. A path without them is returned as it is.
pub(crate) fn matching_folders(files: &dyn World, path: &Path) -> Vec<PathBuf> {
    let pattern = path.to_string_lossy();
    if !pattern.contains(['*', '?', '[', '{']) {
        return vec![path.to_owned()];
    }
    // A pattern that requires too much work, or names what code may not read, matches nothing.
    let found = glob(files, &pattern).unwrap_or_default();
    found.into_iter().filter(|found| found.folder).map(|found| found.path.into()).collect()
}

/// Finds a file whose path differs only in case.
pub(crate) fn other_case(files: &dyn World, folder: &Path, relative: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in relative.split('/') {
        let entries = files.list(&path).ok()?;
        let entry = entries.into_iter().find(|entry| entry.name.eq_ignore_ascii_case(part))?;
        path.push(entry.name);
    }
    Some(path)
}
