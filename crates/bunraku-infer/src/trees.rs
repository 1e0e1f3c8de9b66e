//! Manifests that are both indexed and checked themselves: each is read and parsed once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku_analysis::Analysis;
use bunraku_intern::{FastMap, FastSet};
use bunraku_syntax::{SourceKind, Tree, parse};
use bunraku_world::{FileKind, World};

use crate::GRAMMAR;
use crate::module::read;

/// How many bytes of manifests wait at most for being checked. Their trees take several times as much.
const MOST_BYTES: usize = 16 << 20;

/// A manifest that has been read for an index.
#[derive(Debug)]
pub struct Parsed {
    /// Its text.
    pub text: String,
    /// Its tree, as of a manifest of Puppet 8.
    pub tree: Tree,
}

/// Analyses a manifest at an absolute path, unless that has been done before.
pub type Analyse = dyn Fn(&Path, String) -> Arc<Analysis> + Send + Sync;

/// The manifests that the index has read and that wait for being checked.
#[derive(Default)]
pub(crate) struct Trees {
    /// The files that will be asked for.
    wanted: FastSet<PathBuf>,
    /// Where such files are analysed, if the analyses are kept anyway.
    analyse: Option<Box<Analyse>>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    parsed: FastMap<PathBuf, Parsed>,
    bytes: usize,
}

impl Trees {
    pub fn of(wanted: FastSet<PathBuf>) -> Trees {
        Trees { wanted, ..Trees::default() }
    }

    pub fn analysed(wanted: FastSet<PathBuf>, analyse: Box<Analyse>) -> Trees {
        Trees { wanted, analyse: Some(analyse), ..Trees::default() }
    }

    /// Reads and parses a manifest, and keeps it if it will be asked for.
    pub fn read<T>(&self, world: &dyn World, path: &Path, look: impl FnOnce(&str, &Tree) -> T) -> Option<T> {
        let text = read(world, path, FileKind::Manifest)?;
        // What begins with a byte order mark is read here, but rejected where files are checked.
        let is_wanted = self.wanted.contains(path) && !text.starts_with('\u{feff}');
        if let Some(analyse) = self.analyse.as_ref().filter(|_| is_wanted) {
            let analysis = analyse(path, text);
            return Some(look(analysis.source.text(), &analysis.tree));
        }
        let parsed = Parsed { tree: parse(&text, SourceKind::Manifest, GRAMMAR), text };
        let found = look(&parsed.text, &parsed.tree);
        if is_wanted {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if waiting.bytes + parsed.text.len() <= MOST_BYTES {
                waiting.bytes += parsed.text.len();
                waiting.parsed.insert(path.to_owned(), parsed);
            }
        }
        Some(found)
    }

    /// Takes a manifest out, if the index has read it.
    pub fn take(&self, path: &Path) -> Option<Parsed> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let parsed = waiting.parsed.remove(path)?;
        waiting.bytes = waiting.bytes.saturating_sub(parsed.text.len());
        Some(parsed)
    }
}
