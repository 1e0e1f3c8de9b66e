//! What specs write: in memory, over the files of the suite. Nothing of it reaches the disk.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use bunraku::{
    Site,
    world::{MemoryWorld, World, is_temporary},
};

use crate::{Suite, suite::SiteKey};

/// The files that the specs of one file have written so far.
#[derive(Default)]
pub(crate) struct Written {
    files: Arc<Files>,
    /// How often that has changed.
    changes: i64,
    /// The suite with these files, for Hiera and for compilations; `None` until one asks after a change.
    world: Option<Arc<dyn World>>,
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

impl Written {
    /// Whether specs may write to a path: below the module, and to temporary folders.
    pub(crate) fn may_write(suite: &Suite, path: &Path) -> bool {
        path.starts_with(&suite.root) || is_temporary(path)
    }

    /// Writes a file. Returns whether that changes anything.
    pub(crate) fn write(&mut self, path: PathBuf, bytes: &[u8]) -> bool {
        if self.files.get(&path).is_some_and(|known| known == bytes) {
            return false;
        }
        Arc::make_mut(&mut self.files).insert(path, bytes.to_owned());
        self.note_change();
        true
    }

    /// Removes a file that was written. Returns whether that changes anything.
    pub(crate) fn remove(&mut self, path: &Path) -> bool {
        let is_known = self.files.contains_key(path);
        if is_known {
            Arc::make_mut(&mut self.files).remove(path);
            self.note_change();
        }
        is_known
    }

    fn note_change(&mut self) {
        self.world = None;
        self.changes += 1;
    }

    /// A number that is another one after each change.
    pub(crate) fn changes(&self) -> i64 {
        self.changes
    }

    /// The files of the suite with what was written. It stays as it is when more is written.
    pub(crate) fn world(&mut self, suite: &Suite) -> Arc<dyn World> {
        if self.files.is_empty() {
            return Arc::clone(&suite.world);
        }
        let files = &self.files;
        Arc::clone(self.world.get_or_insert_with(|| {
            let world = MemoryWorld::over(Arc::clone(&suite.world));
            files.iter().for_each(|(path, bytes)| world.write(path, bytes.clone()));
            Arc::new(world)
        }))
    }

    /// The environment with these module folders and data, as it is with what was written.
    pub(crate) fn site(&mut self, suite: &Suite, key: SiteKey) -> Option<Site> {
        if self.files.is_empty() {
            return suite.site(key);
        }
        if let Some(site) = suite.written.get(&key, &self.files) {
            return site;
        }
        let site = suite.open_site(self.world(suite), key.clone());
        suite.written.put(key, Arc::clone(&self.files), site.clone());
        site
    }
}

/// The environments with what specs have written, the last ones. Most files of a suite write the same.
#[derive(Default)]
pub(crate) struct Sites(Mutex<VecDeque<Opened>>);

/// An environment, what it was opened with, and what was written before.
type Opened = (SiteKey, Arc<Files>, Option<Site>);

/// How many environments are kept: specs that write something else for each example would fill the memory.
const MOST: usize = 8;

impl Sites {
    fn get(&self, key: &SiteKey, files: &Arc<Files>) -> Option<Option<Site>> {
        let sites = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = sites.iter().find(|(known, with, _)| known == key && with == files);
        found.map(|(_, _, site)| site.clone())
    }

    fn put(&self, key: SiteKey, files: Arc<Files>, site: Option<Site>) {
        let mut sites = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= MOST {
            sites.pop_front();
        }
        sites.push_back((key, files, site));
    }
}
