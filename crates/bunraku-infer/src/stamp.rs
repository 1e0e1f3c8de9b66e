//! Hashes that change with files, so that results about them can be cached.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use bunraku_world::World;

/// How many files below a folder count. If a module has more, changes that only affect files beyond this number go
/// unnoticed.
const MOST_FILES: usize = 200_000;

/// A hash of the names, lengths and times of some files in a folder, and of everything below some of its folders.
pub(crate) fn of_parts(world: &dyn World, root: &Path, files: &[&str], folders: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in files {
        world.stamp(&root.join(name)).hash(&mut hasher);
    }
    let mut folders: Vec<PathBuf> = folders.iter().map(|name| root.join(name)).collect();
    let mut left = MOST_FILES;
    while let Some(folder) = folders.pop() {
        // The entries are sorted by name.
        for entry in world.list(&folder).unwrap_or_default() {
            left -= 1;
            if left == 0 {
                return hasher.finish();
            }
            let path = folder.join(&entry.name);
            if entry.folder {
                folders.push(path);
            } else {
                (entry.name.as_str(), world.stamp(&path)).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}
