//! Numbers that change with files, so that what was found out about them can be kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use bunraku_world::World;

/// The files below a folder that count. Whoever has more of them in one module sees old answers only if nothing but the
/// files beyond this number has changed.
const MOST_FILES: usize = 200_000;

/// A number that changes with the names, lengths and times of some files in a folder, and of all that is below some of
/// its folders.
pub(crate) fn of_parts(world: &dyn World, root: &Path, files: &[&str], folders: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in files {
        world.stamp(&root.join(name)).hash(&mut hasher);
    }
    let mut folders: Vec<PathBuf> = folders.iter().map(|name| root.join(name)).collect();
    let mut left = MOST_FILES;
    while let Some(folder) = folders.pop() {
        // The entries are in the order of their names.
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
