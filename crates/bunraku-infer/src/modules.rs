//! Modules shared by several projects. A repository with fixtures has a project for each of its modules, and most of
//! what these projects contain is the same.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bunraku_intern::{FastMap, FastSet};
use bunraku_world::{FileKind, World};

use crate::module::{ModuleIndex, below};
use crate::trees::{Analyse, Parsed, Trees};

/// The modules that have been found, each read once for all projects.
///
/// All projects that share it must have the same files.
#[derive(Default)]
pub struct Modules {
    seen: Mutex<FastMap<(String, PathBuf), Arc<Module>>>,
    /// Hashes of the folders of modules, see [`Fingerprint`](crate::Fingerprint).
    stamps: Mutex<FastMap<PathBuf, Arc<OnceLock<u64>>>>,
    trees: Arc<Trees>,
}

impl Modules {
    /// No modules yet. Manifests that will be checked themselves are named by their absolute paths, so that they are
    /// read and parsed once.
    pub fn for_checking(files: impl Iterator<Item = PathBuf>) -> Modules {
        Modules { trees: Arc::new(Trees::of(files.collect())), ..Modules::default() }
    }

    /// No modules yet. Those manifests, named by their absolute paths, are analysed by `analyse`, which keeps what it returns
    /// for those who need it as well.
    pub fn analysed(files: impl Iterator<Item = PathBuf>, analyse: Box<Analyse>) -> Modules {
        Modules { trees: Arc::new(Trees::analysed(files.collect(), analyse)), ..Modules::default() }
    }

    /// Takes out a manifest that will be checked, if it has been read for an index.
    pub fn parsed(&self, path: &Path) -> Option<Parsed> {
        self.trees.take(path)
    }

    pub(crate) fn trees(&self) -> Arc<Trees> {
        Arc::clone(&self.trees)
    }

    /// Returns a module by name and folder.
    pub(crate) fn module(&self, name: String, path: PathBuf, version: Option<[u32; 3]>) -> Arc<Module> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let module = seen.entry((name.clone(), path.clone())).or_insert_with(|| {
            let (index, words) = Default::default();
            Arc::new(Module { name, path, version, index, words, trees: self.trees() })
        });
        Arc::clone(module)
    }

    /// The place for the hash of a module's files.
    pub(crate) fn stamp_of(&self, path: &Path) -> Arc<OnceLock<u64>> {
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(stamps.entry(path.to_owned()).or_default())
    }
}

/// A module on the path of a project.
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) version: Option<[u32; 3]>,
    index: OnceLock<ModuleIndex>,
    words: OnceLock<FastSet<String>>,
    trees: Arc<Trees>,
}

impl Module {
    /// The definitions of the module.
    pub(crate) fn index(&self, world: &dyn World) -> &ModuleIndex {
        self.index.get_or_init(|| ModuleIndex::read(world, &self.name, &self.path, Arc::clone(&self.trees)))
    }

    /// The words in its templates, functions and data.
    pub(crate) fn words(&self, world: &dyn World) -> &FastSet<String> {
        self.words.get_or_init(|| {
            let mut words = FastSet::default();
            for folder in ["templates", "lib", "functions", "data"] {
                for (_, path) in below(world, &self.path.join(folder), "") {
                    let content = world.read(&path, FileKind::Template).unwrap_or_default();
                    let content = String::from_utf8_lossy(&content);
                    let parts = content.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
                    words.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
                }
            }
            words
        })
    }
}
