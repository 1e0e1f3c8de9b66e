//! A world that records which files have been looked at, so that changes are noticed.

use bunraku_world::{Entry, FileKind, Stamp, World};

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// How often a file is read again if it changes while it is being read.
const ATTEMPTS: usize = 3;

/// How many missing paths are recorded. Requests can make them up; real environments were seen to have a tenth of it.
const MAX_MISSING: usize = 200_000;

/// A world, and the stamps that its files had when they were looked at.
pub(crate) struct Witness {
    world: Arc<dyn World>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    stamps: HashMap<PathBuf, Option<Stamp>>,
    /// How many recorded paths do not exist.
    missing: usize,
    /// Whether there were too many missing paths to record them all.
    has_forgotten: bool,
}

impl Witness {
    pub(crate) fn new(world: Arc<dyn World>) -> Witness {
        Witness { world, seen: Mutex::default() }
    }

    /// The underlying world.
    pub(crate) fn world(&self) -> &Arc<dyn World> {
        &self.world
    }

    /// Whether anything that has been looked at has changed, or may have.
    pub(crate) fn changed(&self) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.has_forgotten || seen.stamps.iter().any(|(path, stamp)| self.world.stamp(path) != *stamp)
    }

    /// A hash of the current state of everything that has been looked at.
    pub(crate) fn present_state(&self) -> u64 {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // The iteration order differs between processes, but is stable within one.
        let mut hasher = DefaultHasher::new();
        for path in seen.stamps.keys() {
            self.world.stamp(path).hash(&mut hasher);
        }
        seen.stamps.len().hash(&mut hasher);
        hasher.finish()
    }

    /// How many paths have been looked at.
    pub(crate) fn count(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).stamps.len()
    }

    /// The folders of everything that has been looked at, whether or not they exist.
    pub(crate) fn folders(&self) -> HashSet<PathBuf> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.stamps.keys().filter_map(|path| path.parent()).map(Path::to_owned).collect()
    }

    /// Whether another witness looked at a path whose state, missing or not, is unchanged. If so, this one records it
    /// as well.
    pub(crate) fn takes_over(&self, other: &Witness, path: &Path) -> bool {
        let seen = other.seen.lock().unwrap_or_else(PoisonError::into_inner).stamps.get(path).copied();
        let Some(seen) = seen.filter(|stamp| self.world.stamp(path) == *stamp) else { return false };
        // Not the current stamp, which may already be another.
        self.note(path, seen);
        true
    }

    fn note(&self, path: &Path, stamp: Option<Stamp>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // The first observation counts: a later one must not hide a change.
        if seen.stamps.contains_key(path) {
            return;
        }
        if stamp.is_none() {
            if seen.missing >= MAX_MISSING {
                seen.has_forgotten = true;
                return;
            }
            seen.missing += 1;
        }
        seen.stamps.insert(path.to_owned(), stamp);
    }
}

impl World for Witness {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.world)
    }

    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        for _ in 0..ATTEMPTS {
            let before = self.world.stamp(path);
            let bytes = self.world.read(path, kind);
            if bytes.is_err() || before == self.world.stamp(path) {
                self.note(path, before);
                return bytes;
            }
        }
        Err(io::Error::other("it changed while it was being read"))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.note(path, self.world.stamp(path));
        self.world.list(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let stamp = self.world.stamp(path);
        self.note(path, stamp);
        stamp
    }
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    #[test]
    fn what_was_seen_first_counts() {
        let world = Arc::new(MemoryWorld::new().with("/a", "one").with("/b", "one"));
        let witness = Witness::new(Arc::clone(&world) as Arc<dyn World>);
        assert_eq!(witness.read(Path::new("/a"), FileKind::Data).unwrap(), b"one");
        assert!(!witness.is_file(Path::new("/c")));
        world.write("/b", "two");
        assert!(!witness.changed(), "nobody has looked at it");
        let next = Witness::new(Arc::clone(&world) as Arc<dyn World>);
        assert!(next.takes_over(&witness, Path::new("/a")) && !next.takes_over(&witness, Path::new("/b")));
        assert!(next.takes_over(&witness, Path::new("/c")), "it is still missing");
        world.write("/a", "two");
        assert!(witness.changed(), "a content of equal length is another one");
        assert!(next.changed(), "what was taken over counts as seen");
        assert!(!Witness::new(Arc::clone(&world) as Arc<dyn World>).takes_over(&witness, Path::new("/a")));
        assert_eq!(witness.read(Path::new("/a"), FileKind::Data).unwrap(), b"two");
        assert!(witness.changed(), "a later look does not hide a change");
        world.write("/a", "one");
        assert!(!witness.changed());
        world.write("/c", "");
        assert!(witness.changed(), "a file that was missing is noticed");
    }

    #[test]
    fn it_does_not_remember_for_ever_what_is_missing() {
        let witness = Witness::new(Arc::new(MemoryWorld::new().with("/a", "")));
        (0..MAX_MISSING).for_each(|number| assert!(!witness.is_file(Path::new(&format!("/{number}")))));
        assert!(!witness.changed());
        assert!(!witness.is_file(Path::new("/one_more")));
        assert!(witness.changed(), "what was forgotten may have changed");
        assert!(witness.is_file(Path::new("/a")));
    }

    #[test]
    fn all_but_files_passes_through() {
        let world = MemoryWorld::new().with_time(7).with_seed(8).with_variable("N", "v");
        let witness = Witness::new(Arc::new(world));
        assert_eq!((witness.now(), witness.seed()), (Some(7), 8));
        assert_eq!(witness.variable("N", bunraku_world::AskedBy::Code), Ok(Some("v".to_owned())));
    }
}
