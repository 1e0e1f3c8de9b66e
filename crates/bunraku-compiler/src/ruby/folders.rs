//! What is in the folders below `lib` of all modules, so that a name is not looked for in each of them.

use std::{
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use bunraku_intern::FastMap;
use bunraku_loader::Environment;

/// The folder of one name in every module, such as `puppet/provider`.
#[derive(Default)]
pub(super) struct ModuleFolders {
    /// Its path in each module, whether it exists there or not.
    pub(super) paths: Arc<[PathBuf]>,
    /// For each name in it, the numbers of the modules that have it.
    modules: FastMap<String, Vec<usize>>,
}

/// The folders that were looked at.
#[derive(Default)]
pub(super) struct FolderCache(Mutex<FastMap<PathBuf, Arc<ModuleFolders>>>);

/// How many folders are remembered. Code can make up as many names as it likes.
const MOST_FOLDERS: usize = 500;

impl ModuleFolders {
    /// The paths of a name in the modules that have it, in the order of the modules.
    pub(super) fn with(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let numbers = self.modules.get(name).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().filter_map(move |number| Some(self.paths.get(*number)?.join(name)))
    }
}

impl FolderCache {
    /// The folder that a path below `lib` is in, and the name of the path there; `None` if the path leads elsewhere, or
    /// if too many have been looked at.
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
        // Others may look at the same folder meanwhile, which gives the same.
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
