//! Waits for changes of files by polling their times and sizes, which works on every file system.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(300);

/// The modification times and sizes of files.
#[derive(PartialEq, Eq)]
pub struct Stamps(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Stamps {
    /// Reads the stamps of files.
    pub fn of<'p>(paths: impl Iterator<Item = &'p Path>) -> Stamps {
        let stamp = |path: &Path| {
            let metadata = std::fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        Stamps(paths.map(|path| (path.to_owned(), stamp(path))).collect())
    }

    /// Waits until `look` returns different stamps, and returns the files that were changed, added or removed.
    pub fn wait(self, look: impl Fn() -> Stamps) -> BTreeSet<PathBuf> {
        loop {
            thread::sleep(PAUSE);
            let now = look();
            if now != self {
                let differs = |path: &&PathBuf| self.0.get(*path) != now.0.get(*path);
                return self.0.keys().chain(now.0.keys()).filter(differs).cloned().collect();
            }
        }
    }
}
