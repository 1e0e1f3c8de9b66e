//! Caches the findings of files whose content has not changed.
//!
//! One file holds the findings of all files that were looked at with the same settings, by the hash of content and path.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;

use bunraku::diag::Source;
use bunraku::lint::{KeptReports, Key, Report, RuleSettings, report_bytes};

/// The findings of earlier runs.
pub struct Cache {
    file: Option<PathBuf>,
    seed: u64,
    before: KeptReports,
    now: Mutex<HashMap<Key, Vec<u8>>>,
    hits: Mutex<HashSet<Key>>,
}

impl Cache {
    /// Opens the cache for the settings; an empty one that is never saved if caching is off or no folder is available.
    pub fn open(settings: &RuleSettings, off: bool) -> Cache {
        let seed = seed(settings);
        let file = folder().filter(|_| !off).map(|folder| folder.join(format!("lint-{seed:016x}")));
        let bytes = file.as_ref().and_then(|file| fs::read(file).ok()).unwrap_or_default();
        Cache { file, seed, before: KeptReports::read(bytes), now: Mutex::default(), hits: Mutex::default() }
    }

    /// Returns the cached findings of a file, or calls `find`. `seen` returns a digest of the other files that the
    /// findings depend on; it takes time, and is only called if there is a cache.
    pub fn report(
        &self,
        source: &Source,
        path: &str,
        seen: impl FnOnce() -> u64,
        find: impl FnOnce() -> Report,
    ) -> Report {
        if self.file.is_none() {
            return find();
        }
        let key = Key::new(self.seed, source.text(), path, seen());
        if let Some(report) = self.before.report(key, source) {
            if let Ok(mut hits) = self.hits.lock() {
                hits.insert(key);
            }
            return report;
        }
        let report = find();
        if let (Some(bytes), Ok(mut now)) = (report_bytes(&report), self.now.lock()) {
            now.insert(key, bytes);
        }
        report
    }

    /// Saves the findings of this run. Failing to write the cache is not an error: the next run takes longer.
    pub fn save(self) {
        let (Some(file), Ok(now), Ok(hits)) = (self.file, self.now.into_inner(), self.hits.into_inner())
        else {
            return;
        };
        if now.is_empty() {
            return;
        }
        let bytes = self.before.with(&now, &hits);
        let beside = file.with_extension(std::process::id().to_string());
        let parent = file.parent().map(fs::create_dir_all);
        let is_made = parent.is_some_and(|made| made.is_ok());
        let written = is_made && fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, &file)).is_ok();
        if is_made && !written {
            // The disk may be full: what was written of it must not stay.
            let _ = fs::remove_file(&beside);
        }
    }
}

/// A digest of the settings and the version: anything that changes the findings changes it.
fn seed(settings: &RuleSettings) -> u64 {
    let mut hasher = DefaultHasher::new();
    let program = std::env::current_exe().and_then(fs::metadata);
    let stamp = program.and_then(|metadata| Ok((metadata.modified()?, metadata.len()))).ok();
    (env!("CARGO_PKG_VERSION"), stamp, format!("{settings:?}")).hash(&mut hasher);
    hasher.finish()
}

/// The user's cache folder.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    named.or_else(home).map(|folder| folder.join("bunraku"))
}
