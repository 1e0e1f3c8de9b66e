//! Ruby files in the `lib` folders of modules.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_eval::Machine;
use bunraku_loader::Environment;
use bunraku_ruby_puppet::{Code, RubyError, types::Libraries};
use bunraku_world::{World, names::normal};

use super::cache::{RecordingWorld, RubyCache};

/// The Ruby libraries of an environment's modules.
pub(super) struct ModuleLibraries<'e> {
    pub(super) environment: &'e Environment,
    /// The files of the environment, asked for every path that determines which library is loaded.
    pub(super) files: &'e dyn World,
    /// Records these paths, if something depends on them.
    pub(super) asked: Option<&'e RecordingWorld<'e>>,
    pub(super) cache: &'e RubyCache,
    /// The evaluation that called the code.
    pub(super) machine: &'e Machine,
}

impl<'e> ModuleLibraries<'e> {
    pub(super) fn new(
        environment: &'e Environment,
        cache: &'e RubyCache,
        machine: &'e Machine,
    ) -> ModuleLibraries<'e> {
        ModuleLibraries { environment, files: &**environment.files(), asked: None, cache, machine }
    }
}

impl ModuleLibraries<'_> {
    /// The paths of a name below `lib` in the modules that have it; `None` if every module must be searched.
    fn in_modules(&self, name: &str) -> Option<Vec<PathBuf>> {
        let (folders, name) = self.cache.folders.around(self.environment, name)?;
        if let Some(asked) = self.asked {
            asked.note_all(&folders.paths);
        }
        Some(folders.with(name).collect())
    }
}

impl Libraries for ModuleLibraries<'_> {
    /// Loads a file of a module. A path made up by code must not lead out of the modules.
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let (environment, files) = (self.environment, self.files);
        let name = format!("{name}.rb");
        let candidates: Vec<PathBuf> = match beside {
            Some(beside) => vec![normal(&Path::new(beside).parent()?.join(name))],
            None if name.starts_with('/') => vec![normal(Path::new(&name))],
            None => match self.in_modules(&name) {
                Some(paths) => paths,
                None => {
                    let folders = environment.modules.iter().map(|module| module.path.join("lib"));
                    folders.map(|folder| normal(&folder.join(&name))).collect()
                }
            },
        };
        let path = candidates.into_iter().find(|path| files.is_file(path))?;
        let inside = environment.modules.iter().any(|module| path.starts_with(&module.path));
        if !inside {
            return None;
        }
        self.cache.code(&**environment.files(), &path).map(|file| file.code.clone())
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let folders = self.in_modules(folder).unwrap_or_else(|| {
            let folders = self.environment.modules.iter().filter_map(|module| {
                // An absolute path is only found if it is inside the folder of a module.
                let folder = normal(&module.path.join("lib").join(folder));
                folder.starts_with(&module.path).then_some(folder)
            });
            folders.collect()
        });
        let mut names = Vec::new();
        for folder in folders {
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
