//! The files of an environment by path: grows without locks, reads without waiting.
//!
//! A fixed number of chains whose links are set once. Whoever comes first to a new path reads the file; others that
//! want the same file at that moment wait for it, and nobody waits later.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use super::{DataFile, Format};

const CHAINS: usize = 1024;

/// How many paths are kept that lead to nothing. Names of nodes and facts are parts of paths, so that requests can make
/// up as many as they like; those of one node are asked for with every lookup.
const MAX_MISSING: usize = 10_000;

/// All files that were asked for.
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
    /// No files yet.
    pub(crate) fn new() -> Table {
        Table {
            chains: (0..CHAINS).map(|_| OnceLock::new()).collect(),
            missing: AtomicUsize::new(0),
            hasher: RandomState::new(),
        }
    }

    /// Whether one more path that leads to nothing can be kept.
    pub(crate) fn has_room_for_missing(&self) -> bool {
        self.missing.fetch_add(1, Ordering::Relaxed) < MAX_MISSING
    }

    /// The file of a path, if it has been read.
    pub(crate) fn known(&self, path: &Path, format: Format) -> Option<Arc<DataFile>> {
        let mut link = self.chain(path, format)?.get()?;
        while link.path != path || link.format != format {
            link = link.next.get()?;
        }
        link.file.get().cloned()
    }

    /// The file of a path, read by `load` the first time.
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
