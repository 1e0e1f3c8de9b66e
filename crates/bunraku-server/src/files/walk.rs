//! Lists the files below a folder.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::hash::{Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::metadata::Options;
use super::place::{ServedFolder, ServedPath};
use crate::reply::Problem;
use bunraku::regexp::wildcard::{Flags, matches};

/// A file or folder in a list.
pub struct ListedFile {
    /// The folder at which the list begins.
    pub root: PathBuf,
    /// The relative path, `.` for the folder itself.
    pub relative: String,
    /// The whole path.
    pub path: PathBuf,
    /// The metadata of the file, or of the link's target if links are followed.
    pub metadata: Metadata,
}

/// The maximum length of a list, regardless of the request.
const LONGEST: usize = 1_000_000;

/// Lists the files for a key. If several folders have a file with the same relative path, the first counts.
pub fn list(found: &ServedPath, options: &Options) -> Result<Vec<ListedFile>, Problem> {
    let mut all = Vec::new();
    let mut known = HashSet::new();
    for place in &found.places {
        let Some(root) = found.inside(place) else { continue };
        let Ok(metadata) = options.look(&root) else { continue };
        let mut walk = Walk { place, options, root: &root, into: &mut all, known: &mut known };
        walk.add(".".to_owned(), root.clone(), metadata, 0, &mut Vec::new())?;
        if !found.merged {
            break;
        }
    }
    if all.is_empty()
        && found.rest.as_os_str().is_empty()
        && let Some(folder) = &found.stand_in
        && let Ok(metadata) = fs::metadata(folder)
    {
        all.push(ListedFile {
            root: folder.clone(),
            relative: ".".to_owned(),
            path: folder.clone(),
            metadata,
        });
    }
    Ok(all)
}

struct Walk<'w> {
    place: &'w ServedFolder,
    options: &'w Options,
    root: &'w Path,
    into: &'w mut Vec<ListedFile>,
    known: &'w mut HashSet<String>,
}

impl Walk<'_> {
    /// Adds a file or folder and its contents. `above` are the enclosing folders, to detect cyclic links.
    fn add(
        &mut self,
        relative: String,
        path: PathBuf,
        metadata: Metadata,
        depth: usize,
        above: &mut Vec<(u64, u64)>,
    ) -> Result<(), Problem> {
        let folder = metadata.is_dir();
        let identity = (metadata.dev(), metadata.ino());
        if self.known.insert(relative.clone()) {
            self.into.push(ListedFile {
                root: self.root.to_owned(),
                relative: relative.clone(),
                path: path.clone(),
                metadata,
            });
            self.check_number()?;
        }
        if !folder || !self.options.recurse || depth >= self.options.depth || above.contains(&identity) {
            return Ok(());
        }
        above.push(identity);
        for name in names(&path) {
            if self.options.ignore.iter().any(|pattern| matches(pattern, &name, Flags::NONE)) {
                continue;
            }
            let below = path.join(&name);
            let Ok(mut metadata) = fs::symlink_metadata(&below) else { continue };
            // What leads out of the fence, or cannot be read, appears to be missing. Only a link can lead out.
            if metadata.is_symlink() {
                let Some(inside) = self.place.inside(&below) else { continue };
                let Ok(followed) = self.options.look(&inside) else { continue };
                metadata = followed;
            }
            let kind = metadata.file_type();
            if !(kind.is_dir() || kind.is_file() || kind.is_symlink()) {
                continue;
            }
            let relative = if relative == "." { name } else { format!("{relative}/{name}") };
            self.add(relative, below, metadata, depth + 1, above)?;
        }
        above.pop();
        Ok(())
    }

    fn check_number(&self) -> Result<(), Problem> {
        let most = usize::try_from(self.options.most).ok().filter(|most| *most > 0).unwrap_or(LONGEST);
        // The folder itself does not count.
        let entries = self.into.len() - 1;
        if entries <= most {
            return Ok(());
        }
        Err(Problem::server_error(format!(
            "The directory '{}' contains {entries} entries, which exceeds the limit of {most} specified by the \
             max_files parameter for this resource.",
            self.root.display()
        )))
    }
}

/// The names in a folder, sorted. Those that are not UTF-8 cannot be requested.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

impl Hash for ListedFile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let metadata = &self.metadata;
        (&self.path, &self.relative, metadata.len(), metadata.mode(), metadata.ino()).hash(state);
        (metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec()).hash(state);
    }
}
