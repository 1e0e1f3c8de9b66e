//! The contents of folders below `lib` of all modules, so that a name need not be looked up in each of them.

use std::{
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use bunraku_intern::FastMap;
use bunraku_loader::Environment;

/// A folder of the same name in every module, such as `puppet/provider`.
#[derive(Default)]
pub(super) struct ModuleFolders {
    /// The path in each module, even if it does not exist.
    pub(super) paths: Arc<[PathBuf]>,
    /// For each name, the numbers of the modules whose folder contains it.
    modules: FastMap<String, Vec<usize>>,
}

/// The folders that have been read.
#[derive(Default)]
pub(super) struct FolderCache(Mutex<FastMap<PathBuf, Arc<ModuleFolders>>>);

/// How many folders are remembered, since code can make up any number of names.
const MOST_FOLDERS: usize = 500;

impl ModuleFolders {
    /// The paths of a name in the modules that have it, in the order of the modules.
    pub(super) fn with(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let numbers = self.modules.get(name).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().filter_map(move |number| Some(self.paths.get(*number)?.join(name)))
    }
}

impl FolderCache {
    /// The folder that contains a path below `lib`, and the name inside it; `None` if the path leads elsewhere or too
    /// many folders have been read.
    pub(super) fn around<'p>(
        &self,
        environment: &Environment,
        path: &'p str,
    ) -> Option<(Arc<ModuleFolders>, &'p str)> {
        let path = Path::new(path);
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let (parent, name) = (path.parent()?, path.file_name()?.to_str()?);
        // The lock is not held while reading. Threads that read the same folder get the same result.
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(parent).cloned();
        if let Some(known) = known {
            return Some((known, name));
        }
        let folders = Arc::new(look(environment, parent));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_FOLDERS {
            return None;
        }
        all.insert(parent.to_owned(), Arc::clone(&folders));
        Some((folders, name))
    }
}

fn look(environment: &Environment, parent: &Path) -> ModuleFolders {
    let paths: Arc<[PathBuf]> =
        environment.modules.iter().map(|module| module.path.join("lib").join(parent)).collect();
    let mut modules: FastMap<String, Vec<usize>> = FastMap::default();
    for (number, path) in paths.iter().enumerate() {
        for entry in environment.files().list(path).unwrap_or_default() {
            modules.entry(entry.name).or_default().push(number);
        }
    }
    ModuleFolders { paths, modules }
}
