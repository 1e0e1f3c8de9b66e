//! Modules: folders on the modulepath.

use bunraku_world::{World, files_below};

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A module of an environment.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Module {
    /// The name, which is that of its folder.
    pub name: String,
    /// The folder of the module.
    pub path: PathBuf,
    /// The version from its metadata, without any pre-release suffix; `None` if it is unknown.
    pub version: Option<[u32; 3]>,
}

/// Finds the modules in folders. If two have the same name, the first is used.
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

/// The names of files below a folder that end in `.EXTENSION`, without it and with `/` between folders. The result is
/// incomplete if there are too many files.
pub(crate) fn names_below(files: &dyn World, folder: &Path, extension: &str) -> Vec<String> {
    listed_below(files, folder, extension).unwrap_or_else(|some| some)
}

/// Like [`names_below`], but if there are too many files, the error contains those that were listed.
pub(crate) fn listed_below(
    files: &dyn World,
    folder: &Path,
    extension: &str,
) -> Result<Vec<String>, Vec<String>> {
    let mut names = Vec::new();
    let add = |mut name: String| {
        if let Some(stem) = name.strip_suffix(extension).and_then(|name| name.strip_suffix('.')) {
            name.truncate(stem.len());
            names.push(name);
        }
    };
    if !files_below(files, folder, |_| true, add) {
        return Err(names);
    }
    names.sort();
    Ok(names)
}

pub(crate) fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
