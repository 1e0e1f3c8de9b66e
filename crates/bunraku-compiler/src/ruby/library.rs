//! The files in the `lib` folders of modules.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_eval::Machine;
use bunraku_loader::Environment;
use bunraku_ruby_puppet::{Code, RubyError, types::Libraries};
use bunraku_world::{World, names::normal};

use super::cache::RubyCache;

/// The libraries of the modules of an environment.
pub(super) struct ModuleLibraries<'e> {
    pub(super) environment: &'e Environment,
    /// The files of the environment. They are asked for every path that decides which library is meant.
    pub(super) files: &'e dyn World,
    pub(super) cache: &'e RubyCache,
    /// The evaluation that waits for the code.
    pub(super) machine: &'e Machine,
}

impl<'e> ModuleLibraries<'e> {
    pub(super) fn new(
        environment: &'e Environment,
        cache: &'e RubyCache,
        machine: &'e Machine,
    ) -> ModuleLibraries<'e> {
        ModuleLibraries { environment, files: &**environment.files(), cache, machine }
    }
}

impl Libraries for ModuleLibraries<'_> {
    /// A file of a module and no other: whatever path the code makes up must not lead out of the modules.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let (environment, files) = (self.environment, self.files);
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
        self.cache.code(&**environment.files(), &path).map(|file| file.code.clone())
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let mut names = Vec::new();
        for module in &self.environment.modules {
            let folder = normal(&module.path.join("lib").join(folder));
            // A whole path is that of a folder of some module, or of none.
            if !folder.starts_with(&module.path) {
                continue;
            }
            let entries = self.files.list(&folder).unwrap_or_default();
            let files = entries.iter().filter(|entry| !entry.folder);
            names.extend(files.filter_map(|entry| entry.name.strip_suffix(".rb")).map(str::to_owned));
        }
        names.sort();
        names.dedup();
        names
    }

    fn should_stop(&mut self, bytes: u64) -> bool {
        !self.machine.has_left(bytes)
    }
}
