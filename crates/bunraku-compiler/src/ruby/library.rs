//! The files in the `lib` folders of modules.

use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use bunraku_loader::Environment;
use bunraku_ruby_puppet::{Code, RubyError, types::Libraries};

use super::file;

/// The libraries of the modules of an environment.
pub(super) struct ModuleLibraries<'e>(pub(super) &'e Environment);

impl Libraries for ModuleLibraries<'_> {
    /// A file of a module and no other: whatever path the code makes up must not lead out of the modules.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let environment = self.0;
        let files = environment.files();
        let name = format!("{name}.rb");
        let candidates: Vec<PathBuf> = match beside {
            Some(beside) => vec![normal(&Path::new(beside).parent()?.join(name))],
            None if name.starts_with('/') => vec![normal(Path::new(&name))],
            None => {
                let folders = environment.modules.iter().map(|module| module.path.join("lib"));
                folders.map(|folder| normal(&folder.join(&name))).collect()
            }
        };
        let path = candidates.into_iter().find(|path| files.is_file(path))?;
        let inside = environment.modules.iter().any(|module| path.starts_with(&module.path));
        if !inside {
            return None;
        }
        file(environment, "Ruby", &path, bunraku_ruby_puppet::parse).map(|file| file.code.clone())
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let mut names = Vec::new();
        for module in &self.0.modules {
            let folder = normal(&module.path.join("lib").join(folder));
            // A whole path is that of a folder of some module, or of none.
            if !folder.starts_with(&module.path) {
                continue;
            }
            let entries = self.0.files().list(&folder).unwrap_or_default();
            let files = entries.iter().filter(|entry| !entry.folder);
            names.extend(files.filter_map(|entry| entry.name.strip_suffix(".rb")).map(str::to_owned));
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A path without `.` and `..`, which need not exist.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            Component::CurDir => {}
            other => result.push(other),
        }
    }
    result
}
