//! Files that Ruby code has written, which it can read again during the compilation.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io,
    ops::Bound,
    path::{Path, PathBuf},
    rc::Rc,
};

use bunraku_ruby::PathKind;
use bunraku_world::{Entry, World, glob::glob, is_temporary, is_temporary_folder, names::normal};

/// The files and folders that Ruby code has written. They hide those of the host. A clone refers to the same files.
#[derive(Default, Clone)]
pub struct KeptFiles {
    /// What is at a path. Paths are sorted by component, so that everything below a folder follows it directly.
    entries: Rc<RefCell<BTreeMap<PathBuf, KeptEntry>>>,
    /// Whether code may make folders anywhere, and write to them.
    new_folders: bool,
}

/// What code has left at a path.
#[derive(Clone)]
enum KeptEntry {
    File(Vec<u8>),
    Folder,
    /// What was there is gone.
    Removed,
}

impl KeptFiles {
    /// Files of code that may make folders where there are none, and write to them. Nothing reaches the machine.
    pub fn with_new_folders() -> KeptFiles {
        KeptFiles { new_folders: true, ..KeptFiles::default() }
    }

    /// Forgets what was written below a folder.
    pub fn forget_below(&self, folder: &Path) {
        self.entries.borrow_mut().retain(|path, _| !path.starts_with(folder));
    }

    /// Whether code may write to a path that the host knows nothing of: below a temporary folder, or one that it has made.
    pub(crate) fn takes(&self, path: &str) -> bool {
        let path = normal(path.as_ref());
        let kept = self.entries.borrow();
        is_temporary(&path)
            || path.ancestors().any(|folder| matches!(kept.get(folder), Some(KeptEntry::Folder)))
    }

    /// Whether code may make a folder at a path where there is nothing.
    pub(crate) fn takes_folder(&self, path: &str) -> bool {
        self.new_folders && Path::new(path).is_absolute()
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        self.entries.borrow_mut().insert(normal(path.as_ref()), KeptEntry::File(bytes.to_owned()));
    }

    pub(crate) fn make_folder(&self, path: &str) {
        self.entries.borrow_mut().insert(normal(path.as_ref()), KeptEntry::Folder);
    }

    /// Removes a file, or a folder that is empty. The folder that it was in stays, even if it was never made by itself.
    pub(crate) fn remove(&self, path: &str) {
        let path = normal(path.as_ref());
        let mut kept = self.entries.borrow_mut();
        if let Some(folder) = path.parent().filter(|folder| has_entries(&kept, folder)) {
            kept.entry(folder.to_owned()).or_insert(KeptEntry::Folder);
        }
        kept.insert(path, KeptEntry::Removed);
    }

    /// The contents of a file that was written; the inner `None` means that there is none.
    pub(crate) fn read(&self, path: &str) -> Option<Option<Vec<u8>>> {
        match self.entries.borrow().get(&normal(path.as_ref()))? {
            KeptEntry::File(bytes) => Some(Some(bytes.clone())),
            KeptEntry::Folder | KeptEntry::Removed => Some(None),
        }
    }

    /// The kind of a path, if code has written anything there.
    pub(crate) fn kind(&self, path: &str) -> Option<PathKind> {
        let path = normal(path.as_ref());
        let kept = self.entries.borrow();
        match kept.get(&path) {
            Some(KeptEntry::File(_)) => Some(PathKind::File),
            Some(KeptEntry::Folder) => Some(PathKind::Folder),
            _ if has_entries(&kept, &path) => Some(PathKind::Folder),
            Some(KeptEntry::Removed) => Some(PathKind::Missing),
            None => is_temporary_folder(&path).then_some(PathKind::Folder),
        }
    }

    /// The names of what was written into a folder; `None` if nothing was.
    pub(crate) fn list(&self, path: &str) -> Option<Vec<String>> {
        let is_folder = self.kind(path) == Some(PathKind::Folder);
        is_folder.then(|| {
            entries(&self.entries.borrow(), &normal(path.as_ref())).map(|entry| entry.name).collect()
        })
    }

    /// The names of a folder, together with those of the host that were not removed.
    pub(crate) fn joined(
        &self,
        path: &str,
        mut own: Vec<String>,
        others: Option<Vec<String>>,
    ) -> Vec<String> {
        let path = normal(path.as_ref());
        let kept = self.entries.borrow();
        let is_visible = |name: &String| !kept.contains_key(&path.join(name)) && !own.contains(name);
        let others: Vec<String> = others.unwrap_or_default().into_iter().filter(is_visible).collect();
        own.extend(others);
        own.sort();
        own
    }

    /// The paths that match a pattern, together with those of the host that were not removed.
    pub(crate) fn glob(&self, pattern: &str, others: Vec<String>) -> Vec<String> {
        let kept = self.entries.borrow();
        if kept.is_empty() {
            return others;
        }
        let own = glob(&Written(kept.clone()), pattern).unwrap_or_default();
        let is_removed = |path: &String| matches!(kept.get(&normal(path.as_ref())), Some(KeptEntry::Removed));
        let mut found: Vec<String> = others.into_iter().filter(|path| !is_removed(path)).collect();
        found.extend(own.into_iter().map(|found| found.path));
        found.sort();
        found.dedup();
        found
    }
}

/// What was written, as a world in which a pattern can be searched.
struct Written(BTreeMap<PathBuf, KeptEntry>);

impl World for Written {
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        Ok(entries(&self.0, path).collect())
    }

    fn is_folder(&self, path: &Path) -> bool {
        matches!(self.0.get(path), Some(KeptEntry::Folder)) || has_entries(&self.0, path)
    }

    fn is_file(&self, path: &Path) -> bool {
        matches!(self.0.get(path), Some(KeptEntry::File(_)))
    }

    fn is_there(&self, path: &Path) -> bool {
        self.is_file(path) || self.is_folder(path)
    }
}

fn has_entries(kept: &BTreeMap<PathBuf, KeptEntry>, folder: &Path) -> bool {
    entries(kept, folder).next().is_some()
}

/// The entries of a folder, sorted by name.
fn entries<'p>(kept: &'p BTreeMap<PathBuf, KeptEntry>, folder: &'p Path) -> impl Iterator<Item = Entry> + 'p {
    let mut last = String::new();
    let below = kept.range::<Path, _>((Bound::Excluded(folder), Bound::Unbounded));
    below.take_while(move |(path, _)| path.starts_with(folder)).filter_map(move |(path, entry)| {
        let mut parts = path.strip_prefix(folder).ok()?.components();
        let name = parts.next()?.as_os_str().to_string_lossy().into_owned();
        let is_new = name != last && !matches!(entry, KeptEntry::Removed);
        let folder = parts.next().is_some() || matches!(entry, KeptEntry::Folder);
        is_new.then(|| {
            last.clone_from(&name);
            Entry { name, folder, link: false }
        })
    })
}
