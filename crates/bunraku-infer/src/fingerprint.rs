//! Hashes that change with files, so that results about them can be cached.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bunraku_loader::EnvironmentFolders;
use bunraku_world::World;

use crate::{Modules, Surroundings};

/// How many files below a folder count. If a module has more, changes that only affect files beyond this number go
/// unnoticed.
const MOST_FILES: usize = 200_000;

/// How many links to folders are followed below a folder. Links that lead to each other are as many folders as one likes.
const MOST_LINKS: usize = 100;

/// The files that results about a project depend on. Finding them takes much less time than opening the project.
pub struct Fingerprint {
    world: Arc<dyn World>,
    environment: Option<PathBuf>,
    folders: Option<EnvironmentFolders>,
    modules: Vec<PathBuf>,
    /// The next module to look at.
    next: AtomicUsize,
}

impl Fingerprint {
    /// Finds the folders of a project.
    pub fn new(world: Arc<dyn World>, place: &Surroundings) -> Fingerprint {
        let folders = EnvironmentFolders::find(&*world, &place.layout()).ok();
        let own = place.module.iter().map(|(_, path)| path);
        let listed = folders.iter().flat_map(|folders| &folders.modules);
        let mut modules: Vec<PathBuf> = own.chain(listed).cloned().collect();
        modules.dedup();
        Fingerprint {
            world,
            environment: place.environment.clone(),
            folders,
            modules,
            next: AtomicUsize::new(0),
        }
    }

    /// A hash of the names, lengths and times of all files that results depend on. Threads that call this at the same
    /// time share the work, and projects that share `known` share the hashes of modules.
    pub fn value(&self, known: &Modules) -> u64 {
        let stamp = |path: &Path| *known.stamp_of(path).get_or_init(|| below(&*self.world, path, &[]));
        while let Some(path) = self.modules.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            stamp(path);
        }
        let mut hasher = DefaultHasher::new();
        for path in &self.modules {
            (path, stamp(path)).hash(&mut hasher);
        }
        let Some(folders) = &self.folders else { return hasher.finish() };
        if let Some(environment) = &self.environment {
            below(&*self.world, environment, &folders.modulepath).hash(&mut hasher);
        }
        if let Some(manifest) = &folders.manifest {
            (self.world.stamp(manifest), below(&*self.world, manifest, &[])).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// A hash of everything below a folder, except hidden files, tests, and folders that are counted elsewhere.
fn below(world: &dyn World, root: &Path, others: &[PathBuf]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut folders = vec![root.to_owned()];
    let (mut left, mut links) = (MOST_FILES, MOST_LINKS);
    while let Some(folder) = folders.pop() {
        // The entries are sorted by name.
        for (entry, stamp) in world.survey(&folder).unwrap_or_default() {
            left -= 1;
            if left == 0 {
                return hasher.finish();
            }
            if entry.name.starts_with('.') {
                continue;
            }
            entry.name.hash(&mut hasher);
            if !entry.folder {
                stamp.hash(&mut hasher);
                continue;
            }
            if entry.link {
                let Some(fewer) = links.checked_sub(1) else { continue };
                links = fewer;
            }
            let path = folder.join(&entry.name);
            let is_counted = folder == root && entry.name == "spec" || others.contains(&path);
            if !is_counted {
                folders.push(path);
            }
        }
    }
    hasher.finish()
}
