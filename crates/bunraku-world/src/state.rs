//! Data that code keeps between compilations.

use std::{
    collections::BTreeMap,
    io,
    path::{Component, Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use crate::World;

/// A store for data that code keeps between compilations, such as a password that was generated once. Names are
/// relative paths without `..`, such as `mysql/root_password`.
pub trait State: Send + Sync {
    /// Reads the bytes stored under a name.
    fn read(&self, name: &Path) -> io::Result<Vec<u8>>;

    /// Stores bytes under a name, replacing previous ones.
    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Removes what is stored under a name.
    fn remove(&self, name: &Path) -> io::Result<()>;
}

/// The folders for temporary files. Every compilation has its own, in memory and empty at first: what other programs
/// have put into those of the machine must not change a catalog.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Whether a path is one of the folders for temporary files, which always exist.
pub fn is_temporary_folder(path: &Path) -> bool {
    TEMPORARY.iter().any(|folder| path == Path::new(folder))
}

/// Whether a path is a folder for temporary files, or below one.
pub fn is_temporary(path: &Path) -> bool {
    TEMPORARY.iter().any(|folder| state_name(Path::new(folder), path).is_some())
}

/// The name of data for a path below a folder; `None` for any other path.
pub fn state_name(folder: &Path, path: &Path) -> Option<PathBuf> {
    let name = path.strip_prefix(folder).ok()?;
    let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| name.to_owned())
}

/// Adds a [`State`] to another world.
pub struct WithState {
    state: Box<dyn State>,
    beneath: Arc<dyn World>,
}

impl WithState {
    /// Creates a world with a store for data over another one.
    pub fn over(beneath: Arc<dyn World>, state: impl State + 'static) -> WithState {
        WithState { state: Box::new(state), beneath }
    }
}

impl World for WithState {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.beneath)
    }

    fn state(&self) -> Option<&dyn State> {
        Some(&*self.state)
    }
}

/// A store for data in memory. Clones share their contents.
#[derive(Default, Clone)]
pub struct MemoryState(Arc<RwLock<BTreeMap<PathBuf, Vec<u8>>>>);

impl State for MemoryState {
    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        kept.get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), bytes.to_owned());
        Ok(())
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(name);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nowhere;

    #[test]
    fn what_is_kept_is_found_again() {
        let state = MemoryState::default();
        let world = WithState::over(Arc::new(Nowhere), state.clone());
        let name = Path::new("a/b");
        let kept = world.state().unwrap();
        assert_eq!(kept.read(name).unwrap_err().kind(), io::ErrorKind::NotFound);
        kept.write(name, b"x").unwrap();
        assert_eq!(state.read(name).unwrap(), b"x");
        state.remove(name).unwrap();
        assert!(kept.read(name).is_err());
    }

    #[test]
    fn temporary_folders_do_not_lead_out() {
        let temporary = ["/tmp", "/tmp/", "/tmp/a/b", "/var/tmp/a", "//tmp/a"];
        assert!(temporary.iter().all(|path| is_temporary(Path::new(path))));
        let others = ["/tmpfile", "/tmp/../etc/passwd", "tmp/a", "/var/lib", "/"];
        assert!(!others.iter().any(|path| is_temporary(Path::new(path))));
    }

    #[test]
    fn names_stay_below_their_folder() {
        let name = |path: &str| state_name(Path::new("/var/state"), Path::new(path));
        assert_eq!(name("/var/state/a/b"), Some(PathBuf::from("a/b")));
        assert_eq!(name("/var/state"), Some(PathBuf::new()));
        assert_eq!(name("/var/state/../x"), None);
        assert_eq!(name("/etc/passwd"), None);
        assert_eq!(name("a"), None);
    }
}
