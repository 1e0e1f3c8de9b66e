//! The files below a folder.

use std::path::{Path, PathBuf};

use crate::World;

/// How many files and folders are listed at most.
const MOST_ENTRIES: usize = 200_000;

/// Finds the files below a folder, in any order, by their names relative to it with `/` between folders. `enters` is asked
/// about the name of each folder. Links to folders are not followed, as with Ruby's `**`: they may lead back.
///
/// Returns whether all of them were found: there may be too many.
pub fn files_below(
    world: &dyn World,
    folder: &Path,
    enters: impl Fn(&str) -> bool,
    mut found: impl FnMut(String),
) -> bool {
    let mut seen = 0;
    let mut waiting = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        let Ok(entries) = world.list(&folder) else { continue };
        seen += entries.len();
        for entry in entries {
            if !entry.folder {
                found(format!("{prefix}{}", entry.name));
            } else if !entry.link && enters(&entry.name) {
                waiting.push((folder.join(&entry.name), format!("{prefix}{}/", entry.name)));
            }
        }
        if seen > MOST_ENTRIES {
            return false;
        }
    }
    true
}

/// The paths of the files below a folder whose names end like this, sorted; see [`files_below`].
pub fn paths_below(world: &dyn World, folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    files_below(
        world,
        folder,
        |_| true,
        |name| {
            if name.ends_with(ending) {
                paths.push(folder.join(name));
            }
        },
    );
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{Entry, MemoryWorld};

    #[test]
    fn files_in_folders_of_folders() {
        let world = MemoryWorld::new().with("/m/b.pp", "").with("/m/a/c.pp", "").with("/m/a/d.rb", "");
        let paths = ["/m/a/c.pp", "/m/b.pp"].map(PathBuf::from);
        assert_eq!(paths_below(&world, Path::new("/m"), ".pp"), paths);
        let mut names = Vec::new();
        assert!(files_below(&world, Path::new("/m"), |name| name != "a", |name| names.push(name)));
        assert_eq!(names, ["b.pp"]);
    }

    #[test]
    fn links_to_folders_are_not_followed() {
        /// A folder with a link to itself.
        struct Circle;
        impl World for Circle {
            fn list(&self, _: &Path) -> io::Result<Vec<Entry>> {
                let entry = |name: &str, folder| Entry { name: name.to_owned(), folder, link: true };
                Ok(vec![entry("a.pp", false), entry("again", true)])
            }
        }
        assert_eq!(paths_below(&Circle, Path::new("/m"), ".pp"), [Path::new("/m/a.pp")]);
    }
}
