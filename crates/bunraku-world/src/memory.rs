//! A world in memory: for tests, for the unsaved buffers of an editor over a disk, and for browsers.

use std::{
    collections::BTreeMap,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    ops::Bound,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use crate::{AskedBy, Entry, FileKind, Refused, Stamp, World};

/// A world in memory. Files can be written and the clock can be moved while it is in use.
///
/// It can be layered [over](MemoryWorld::over) another world. Then its files hide or join those beneath, and whatever
/// has not been set in it, such as the time, comes from there.
#[derive(Default)]
pub struct MemoryWorld {
    files: RwLock<BTreeMap<PathBuf, File>>,
    time: RwLock<Option<Time>>,
    seed: Option<u64>,
    variables: BTreeMap<String, String>,
    beneath: Option<Arc<dyn World>>,
}

#[derive(Clone)]
struct File {
    content: Vec<u8>,
    /// Cached, because it is requested more often than files are written.
    stamp: Stamp,
}

#[derive(Debug, Clone, Copy)]
struct Time {
    now: i128,
    elapsed: Duration,
}

impl MemoryWorld {
    /// Creates a world without files, clock or variables.
    pub fn new() -> MemoryWorld {
        MemoryWorld::default()
    }

    /// Creates an empty layer over another world.
    pub fn over(beneath: Arc<dyn World>) -> MemoryWorld {
        MemoryWorld { beneath: Some(beneath), ..MemoryWorld::default() }
    }

    /// Adds or replaces a file; its parent folders exist with it.
    #[must_use]
    pub fn with(self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) -> MemoryWorld {
        self.write(path, content);
        self
    }

    /// Sets the clock, in nanoseconds since the beginning of 1970. It stands still until it is moved.
    #[must_use]
    pub fn with_time(self, now: i128) -> MemoryWorld {
        *locked(self.time.write()) = Some(Time { now, elapsed: Duration::ZERO });
        self
    }

    /// Sets the seed, which is then the same for every call.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> MemoryWorld {
        self.seed = Some(seed);
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<String>, value: impl Into<String>) -> MemoryWorld {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// Adds or replaces a file while the world is in use.
    pub fn write(&self, path: impl Into<PathBuf>, content: impl Into<Vec<u8>>) {
        let content = content.into();
        let stamp = Stamp { folder: false, length: content.len() as u64, mark: hash(&content) };
        locked(self.files.write()).insert(path.into(), File { content, stamp });
    }

    /// Removes a file from memory. A file of the same path in the world beneath becomes visible again.
    pub fn remove(&self, path: &Path) {
        locked(self.files.write()).remove(path);
    }

    /// Advances the clock, if there is one.
    pub fn advance(&self, by: Duration) {
        if let Some(time) = locked(self.time.write()).as_mut() {
            time.now = time.now.saturating_add(i128::try_from(by.as_nanos()).unwrap_or(i128::MAX));
            time.elapsed = time.elapsed.saturating_add(by);
        }
    }

    /// The entries of a folder in memory, sorted and without duplicates.
    fn own_entries(&self, folder: &Path) -> Vec<Entry> {
        let files = locked(self.files.read());
        let mut entries: Vec<Entry> = Vec::new();
        // Paths are sorted by component, so that everything below a folder follows it directly.
        for known in files.range::<Path, _>((Bound::Excluded(folder), Bound::Unbounded)).map(|(path, _)| path)
        {
            let Ok(rest) = known.strip_prefix(folder) else { break };
            let mut parts = rest.components();
            let Some(first) = parts.next() else { continue };
            let name = first.as_os_str().to_string_lossy().into_owned();
            let entry = Entry { name, folder: parts.next().is_some(), link: false };
            if entries.last() != Some(&entry) {
                entries.push(entry);
            }
        }
        entries.sort();
        entries.dedup();
        entries
    }

    /// Whether there is anything in memory below a path.
    fn is_own_folder(&self, path: &Path) -> bool {
        let files = locked(self.files.read());
        let mut after = files.range::<Path, _>((Bound::Excluded(path), Bound::Unbounded));
        after.next().is_some_and(|(next, _)| next.starts_with(path))
    }

    fn is_own_file(&self, path: &Path) -> bool {
        locked(self.files.read()).contains_key(path)
    }

    /// Adds the entries of the world beneath that are not hidden.
    fn merged(&self, path: &Path, mut entries: Vec<Entry>) -> Vec<Entry> {
        let beneath = self.beneath.as_ref().and_then(|world| world.list(path).ok()).unwrap_or_default();
        let hidden = |entry: &Entry| entries.iter().any(|own| own.name == entry.name);
        let more: Vec<Entry> = beneath.into_iter().filter(|entry| !hidden(entry)).collect();
        entries.extend(more);
        entries.sort();
        entries
    }
}

impl World for MemoryWorld {
    fn beneath(&self) -> Option<&dyn World> {
        self.beneath.as_deref()
    }

    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        if let Some(file) = locked(self.files.read()).get(path) {
            return Ok(file.content.clone());
        }
        match &self.beneath {
            Some(world) => world.read(path, kind),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }

    fn is_there(&self, path: &Path) -> bool {
        let is_own = self.is_own_file(path) || self.is_own_folder(path);
        is_own || self.beneath.as_ref().is_some_and(|world| world.is_there(path))
    }

    fn refusal(&self, path: &Path) -> Option<Refused> {
        let is_own = self.is_own_file(path) || self.is_own_folder(path);
        self.beneath.as_ref().filter(|_| !is_own)?.refusal(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let own = self.own_entries(path);
        match &self.beneath {
            Some(world) if own.is_empty() => world.list(path),
            None if own.is_empty() => Err(io::Error::from(io::ErrorKind::NotFound)),
            _ => Ok(self.merged(path, own)),
        }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if let Some(file) = locked(self.files.read()).get(path) {
            return Some(file.stamp);
        }
        let own = self.own_entries(path);
        if own.is_empty() {
            return self.beneath.as_ref()?.stamp(path);
        }
        Some(Stamp { folder: true, length: 0, mark: hash(&self.merged(path, own)) })
    }

    fn is_folder(&self, path: &Path) -> bool {
        !self.is_own_file(path)
            && (self.is_own_folder(path) || self.beneath.as_ref().is_some_and(|world| world.is_folder(path)))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.is_own_file(path)
            || !self.is_own_folder(path) && self.beneath.as_ref().is_some_and(|world| world.is_file(path))
    }

    fn now(&self) -> Option<i128> {
        let own = locked(self.time.read()).map(|time| time.now);
        own.or_else(|| self.beneath.as_ref()?.now())
    }

    fn elapsed(&self) -> Option<Duration> {
        let own = locked(self.time.read()).map(|time| time.elapsed);
        own.or_else(|| self.beneath.as_ref()?.elapsed())
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| self.beneath.as_ref().map_or(0, |world| world.seed()))
    }

    fn variable(&self, name: &str, asked_by: AskedBy) -> Result<Option<String>, Refused> {
        match (self.variables.get(name), &self.beneath) {
            (Some(value), _) => Ok(Some(value.clone())),
            (None, Some(world)) => world.variable(name, asked_by),
            (None, None) => Ok(None),
        }
    }
}

impl Clone for MemoryWorld {
    /// An independent copy; the world beneath is shared.
    fn clone(&self) -> MemoryWorld {
        MemoryWorld {
            files: RwLock::new(locked(self.files.read()).clone()),
            time: RwLock::new(*locked(self.time.read())),
            seed: self.seed,
            variables: self.variables.clone(),
            beneath: self.beneath.clone(),
        }
    }
}

impl fmt::Debug for MemoryWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = locked(self.files.read());
        f.debug_struct("MemoryWorld").field("files", &files.keys()).finish_non_exhaustive()
    }
}

/// A hash that is the same in every process.
fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// Ignores poisoning: every change is a single step, so data is consistent even after a panic.
fn locked<G>(guard: Result<G, PoisonError<G>>) -> G {
    guard.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, folder: bool) -> Entry {
        Entry { name: name.to_owned(), folder, link: false }
    }

    fn mark(world: &dyn World, path: &str) -> u64 {
        world.stamp(Path::new(path)).unwrap().mark
    }

    #[test]
    fn folders_exist_with_their_files() {
        let world = MemoryWorld::new().with("/a/b/c", "").with("/a/b.d", "").with("/ab", "");
        assert_eq!(world.list(Path::new("/a")).unwrap(), [entry("b", true), entry("b.d", false)]);
        assert_eq!(world.list(Path::new("/")).unwrap(), [entry("a", true), entry("ab", false)]);
        assert_eq!(world.list(Path::new("/x")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(world.is_folder(Path::new("/a/b")) && !world.is_file(Path::new("/a/b")));
        assert!(world.is_file(Path::new("/ab")) && !world.is_folder(Path::new("/ab")));
        assert!(world.stamp(Path::new("/a/x")).is_none());
    }

    #[test]
    fn a_stamp_tells_contents_of_equal_length_apart() {
        let world = MemoryWorld::new().with("/a", "one");
        let before = world.stamp(Path::new("/a"));
        world.write("/a", "two");
        assert_ne!(world.stamp(Path::new("/a")), before);
        world.write("/a", "one");
        assert_eq!(world.stamp(Path::new("/a")), before);
    }

    #[test]
    fn the_stamp_of_a_folder_is_about_its_names() {
        let world = MemoryWorld::new().with("/a/x", "1");
        let before = mark(&world, "/a");
        world.write("/a/x", "2");
        assert_eq!(mark(&world, "/a"), before);
        world.write("/a/y", "1");
        assert_ne!(mark(&world, "/a"), before);
        world.remove(Path::new("/a/y"));
        assert_eq!(mark(&world, "/a"), before);
    }

    #[test]
    fn an_overlay_hides_and_joins_what_is_beneath() {
        let disk = Arc::new(MemoryWorld::new().with("/e/a", "disk").with("/e/b", "disk").with("/f/x", ""));
        let editor = MemoryWorld::over(Arc::clone(&disk) as Arc<dyn World>);
        let before = mark(&editor, "/e");
        editor.write("/e/b", "unsaved");
        editor.write("/e/c/d", "new");
        assert_eq!(editor.read(Path::new("/e/a"), FileKind::Data).unwrap(), b"disk");
        assert_eq!(editor.read(Path::new("/e/b"), FileKind::Data).unwrap(), b"unsaved");
        let expected = [entry("a", false), entry("b", false), entry("c", true)];
        assert_eq!(editor.list(Path::new("/e")).unwrap(), expected);
        assert_eq!(editor.list(Path::new("/f")).unwrap(), [entry("x", false)]);
        assert!(editor.is_folder(Path::new("/f")) && editor.is_file(Path::new("/f/x")));
        assert_ne!(mark(&editor, "/e"), before);
        let joined = mark(&editor, "/e");
        disk.write("/e/z", "");
        assert_ne!(mark(&editor, "/e"), joined, "a new file beneath is noticed");
        editor.remove(Path::new("/e/b"));
        assert_eq!(editor.read(Path::new("/e/b"), FileKind::Data).unwrap(), b"disk");
        assert_eq!(editor.stamp(Path::new("/e/b")), disk.stamp(Path::new("/e/b")));
    }

    #[test]
    fn a_buffer_hides_a_folder_and_a_folder_of_buffers_a_file() {
        let disk = Arc::new(MemoryWorld::new().with("/a/b", "").with("/c", ""));
        let editor = MemoryWorld::over(disk).with("/a", "file").with("/c/d", "");
        assert!(editor.is_file(Path::new("/a")) && !editor.is_folder(Path::new("/a")));
        assert!(editor.is_folder(Path::new("/c")) && !editor.is_file(Path::new("/c")));
        assert!(editor.stamp(Path::new("/c")).unwrap().folder);
    }

    #[test]
    fn the_clock_stands_still_until_it_is_moved() {
        let world = MemoryWorld::new().with_time(1_000_000_000);
        assert_eq!((world.now(), world.elapsed()), (Some(1_000_000_000), Some(Duration::ZERO)));
        world.advance(Duration::from_nanos(5));
        assert_eq!((world.now(), world.elapsed()), (Some(1_000_000_005), Some(Duration::from_nanos(5))));
        let bare = MemoryWorld::new();
        bare.advance(Duration::from_secs(1));
        assert_eq!((bare.now(), bare.elapsed()), (None, None));
    }

    #[test]
    fn time_seed_and_variables_come_from_beneath_unless_they_are_set() {
        let below =
            MemoryWorld::new().with_time(1).with_seed(2).with_variable("A", "x").with_variable("B", "x");
        let above = MemoryWorld::over(Arc::new(below)).with_variable("B", "y");
        assert_eq!((above.now(), above.seed()), (Some(1), 2));
        assert_eq!(above.variable("A", AskedBy::Code), Ok(Some("x".to_owned())));
        assert_eq!(above.variable("B", AskedBy::Code), Ok(Some("y".to_owned())));
        assert_eq!(above.variable("C", AskedBy::Code), Ok(None));
        let above = above.with_time(9).with_seed(8);
        assert_eq!((above.now(), above.seed()), (Some(9), 8));
    }

    #[test]
    fn a_copy_goes_its_own_way() {
        let world = MemoryWorld::new().with("/a", "1");
        let copy = world.clone();
        copy.write("/a", "2");
        assert_eq!(world.read(Path::new("/a"), FileKind::Data).unwrap(), b"1");
        assert_eq!(copy.read(Path::new("/a"), FileKind::Data).unwrap(), b"2");
    }
}
