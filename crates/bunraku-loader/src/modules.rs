//! Modules: folders on the modulepath.

use bunraku_world::World;

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
    for folder in modulepath {
        let Ok(entries) = files.list(folder) else { continue };
        for entry in entries.into_iter().filter(|entry| entry.folder && is_module_name(&entry.name)) {
            if !modules.iter().any(|module| module.name == entry.name) {
                let path = folder.join(&entry.name);
                modules.push(Module { name: entry.name, path, version: None });
            }
        }
    }
    modules
}

/// The names of files below a folder that end in `.EXTENSION`, without it, with `/` between folders.
pub(crate) fn names_below(files: &dyn World, folder: &Path, extension: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut waiting = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        let Ok(entries) = files.list(&folder) else { continue };
        for entry in entries {
            if entry.folder {
                waiting.push((folder.join(&entry.name), format!("{prefix}{}/", entry.name)));
            } else if let Some(name) =
                entry.name.strip_suffix(extension).and_then(|name| name.strip_suffix('.'))
            {
                names.push(format!("{prefix}{name}"));
            }
        }
    }
    names.sort();
    names
}

pub(crate) fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
