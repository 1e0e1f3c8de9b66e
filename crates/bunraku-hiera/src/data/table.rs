//! The files of an environment by path: a table that grows without locks and is read without waiting.
//!
//! It has a fixed number of chains whose links are set once. The first thread that needs a path reads the file; others
//! that need the same file at that time wait for it, and nobody waits later.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use super::{DataFile, Format};

const CHAINS: usize = 1024;

/// How many missing paths are kept. Paths contain names of nodes and facts, so requests can make up any number; those
/// of one node are needed in every lookup.
const MAX_MISSING: usize = 10_000;

/// All files that have been requested.
pub(crate) struct Table {
    chains: Box<[Chain]>,
    missing: AtomicUsize,
    hasher: RandomState,
}

type Chain = OnceLock<Box<Link>>;

struct Link {
    path: PathBuf,
    format: Format,
    file: OnceLock<Arc<DataFile>>,
    next: Chain,
}

impl Table {
    /// Creates an empty table.
    pub(crate) fn new() -> Table {
        Table {
            chains: (0..CHAINS).map(|_| OnceLock::new()).collect(),
            missing: AtomicUsize::new(0),
            hasher: RandomState::new(),
        }
    }

    /// Whether another missing path can be kept.
    pub(crate) fn has_room_for_missing(&self) -> bool {
        self.missing.fetch_add(1, Ordering::Relaxed) < MAX_MISSING
    }

    /// Finds a file that has been read.
    pub(crate) fn known(&self, path: &Path, format: Format) -> Option<Arc<DataFile>> {
        let mut link = self.chain(path, format)?.get()?;
        while link.path != path || link.format != format {
            link = link.next.get()?;
        }
        link.file.get().cloned()
    }

    /// Finds a file, or reads it with `load` the first time.
    pub(crate) fn get(
        &self,
        path: &Path,
        format: Format,
        load: impl FnOnce() -> Arc<DataFile>,
    ) -> Arc<DataFile> {
        let Some(mut chain) = self.chain(path, format) else { return load() };
        loop {
            let link = chain.get_or_init(|| {
                Box::new(Link {
                    path: path.to_path_buf(),
                    format,
                    file: OnceLock::new(),
                    next: OnceLock::new(),
                })
            });
            if link.path == path && link.format == format {
                return link.file.get_or_init(load).clone();
            }
            chain = &link.next;
        }
    }

    fn chain(&self, path: &Path, format: Format) -> Option<&Chain> {
        let hash = usize::try_from(self.hasher.hash_one((path, format)) % CHAINS as u64).unwrap_or(0);
        self.chains.get(hash)
    }

    /// All files that have been read.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Format, &Arc<DataFile>)> {
        let links = self
            .chains
            .iter()
            .flat_map(|chain| std::iter::successors(chain.get(), |link| link.next.get()).map(|link| &**link));
        links.filter_map(|link| Some((link.format, link.file.get()?)))
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Table")
    }
}
