//! Parsed templates and Ruby files, shared by all compilations of one generation of an environment.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_eval::Template;
use bunraku_intern::FastMap;
use bunraku_loader::{Handover, PathCache};

#[cfg(feature = "ruby")]
use crate::ruby::RubyCache;

/// Parsed files that the environment does not read itself. Shared by all threads.
///
/// Each kind has its own cache, bounded by [`bunraku_loader::MAX_KEPT`]. Caches belong to the environment for which
/// they were filled; its successor starts with [`Caches::next`].
#[derive(Default)]
pub struct Caches {
    /// EPP templates without warnings, by path.
    epp: PathCache<Arc<Template>>,
    /// Templates of the previous generation whose files have not changed. Those that no compilation requests are not
    /// passed on again, so that their analysis is dropped.
    former_epp: FastMap<PathBuf, Arc<Template>>,
    #[cfg(feature = "ruby")]
    pub(crate) ruby: RubyCache,
}

impl Caches {
    /// The caches for the next generation of the environment. Entries for files with the same stamp are kept; files
    /// with another stamp are parsed again only if their content has changed.
    pub fn next(&self, handover: &Handover<'_>) -> Caches {
        let same = self.epp.all().into_iter().filter(|(path, _)| handover.is_same(path));
        Caches {
            epp: PathCache::default(),
            former_epp: same.collect(),
            #[cfg(feature = "ruby")]
            ruby: self.ruby.next(handover),
        }
    }

    /// Returns an EPP template that has already been parsed.
    pub(crate) fn epp(&self, path: &Path) -> Option<Arc<Template>> {
        self.epp.known(path).or_else(|| {
            let former = self.former_epp.get(path)?;
            self.keep_epp(path, former);
            Some(Arc::clone(former))
        })
    }

    pub(crate) fn keep_epp(&self, path: &Path, template: &Arc<Template>) {
        self.epp.keep(path, Arc::clone(template));
    }

    /// The number of Ruby files, ERB templates and resource types that these caches and their predecessors have parsed.
    /// For tests and metrics.
    pub fn made(&self) -> usize {
        #[cfg(feature = "ruby")]
        return self.ruby.made();
        #[cfg(not(feature = "ruby"))]
        0
    }
}
