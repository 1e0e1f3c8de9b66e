//! Modules: folders on the modulepath.

use bunraku_world::World;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its name: that of its folder.
    pub name: String,
    /// Its folder.
    pub path: PathBuf,
    /// Its version, if its metadata tell it: that before any `-`.
    pub version: Option<[u32; 3]>,
}

/// The modules of folders; of two with one name the first serves.
pub(crate) fn find(files: &dyn World, modulepath: &[PathBuf]) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    let mut names = HashSet::new();
    for folder in modulepath {
        let Ok(entries) = files.list(folder) else { continue };
        for entry in entries.into_iter().filter(|entry| entry.folder && is_module_name(&entry.name)) {
            if names.insert(entry.name.clone()) {
                let path = folder.join(&entry.name);
                modules.push(Module { name: entry.name, path, version: None });
            }
        }
    }
    modules
}

/// How many files and folders there may be below a folder whose files are listed.
const MOST_ENTRIES: usize = 200_000;

/// The names of files below a folder that end in `.EXTENSION`, without it, with `/` between folders. Links to folders
/// are left alone, as by Ruby's `**`. Of too many files only some are listed.
pub(crate) fn names_below(files: &dyn World, folder: &Path, extension: &str) -> Vec<String> {
    listed_below(files, folder, extension).unwrap_or_else(|some| some)
}

/// As [`names_below`]; in place of too many files it gives those that it has seen, as an error.
pub(crate) fn listed_below(
    files: &dyn World,
    folder: &Path,
    extension: &str,
) -> Result<Vec<String>, Vec<String>> {
    let mut names = Vec::new();
    let mut seen = 0;
    let mut waiting = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        let Ok(entries) = files.list(&folder) else { continue };
        seen += entries.len();
        for entry in entries {
            if entry.folder {
                if !entry.link {
                    waiting.push((folder.join(&entry.name), format!("{prefix}{}/", entry.name)));
                }
            } else if let Some(name) =
                entry.name.strip_suffix(extension).and_then(|name| name.strip_suffix('.'))
            {
                names.push(format!("{prefix}{name}"));
            }
        }
        if seen > MOST_ENTRIES {
            return Err(names);
        }
    }
    names.sort();
    Ok(names)
}

pub(crate) fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
